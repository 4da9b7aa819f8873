# Một lệnh cho mỗi việc, trên máy lập trình cũng như trong CI. Bắt đầu bằng `make run` hoặc `make test`.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.ONESHELL:
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

PORT ?= 8000
PYTHON ?= python3
VENV ?= .venv
PYTEST_ARGS ?=
MUTANTS_ARGS ?=
BENCH_ARGS ?=
LOCK_ARGS ?=

BIN := $(VENV)/bin
MANAGE := $(BIN)/python manage.py
CODE := duocthu conversations formulary rag
SAMPLE_BOOK = $(or $(DUOCTHU_VAR),var)/sach/dtqg-mau.pdf
# Wheels only, each with its hash. No registry is named: pip asks the one this machine is set to.
PIP_INSTALL := $(BIN)/python -m pip install --quiet --no-input --disable-pip-version-check \
	--only-binary :all: --require-hashes --requirement
PIP_COMPILE := CUSTOM_COMPILE_COMMAND="make lock" var/lock/bin/pip-compile --quiet --allow-unsafe --generate-hashes --strip-extras --no-emit-index-url \
	--no-emit-find-links --no-emit-trusted-host --no-emit-options

export PYTHONUTF8 := 1
# A locale forwarded by ssh but not installed here would stop PostgreSQL's initdb; this one is always there.
export LC_ALL := C.UTF-8

# A PostgreSQL of its own, so that tests can run beside `make run`.
test quick static: export DUOCTHU_VAR := $(or $(DUOCTHU_VAR),$(CURDIR)/var/test)

.PHONY: help
help: ## danh sách này
	@grep -hE '^[a-z]+:.*## ' Makefile | sed -E 's/^([a-z]+):.*## /  make \1\t/' | expand --tabs=16

.PHONY: run
run: port-is-free $(VENV)/run.stamp ## từ con số không đến trang hỏi đáp http://127.0.0.1:8000/ (đổi cổng: PORT=8080)
	@echo "Chuẩn bị cơ sở dữ liệu và ấn bản mẫu…"
	$(MANAGE) migrate --verbosity 0
	# The demonstration comes in as a hospital's book does: as a PDF, with pages to show.
	$(MANAGE) print_formulary formulary/sample $(SAMPLE_BOOK)
	$(MANAGE) import_formulary $(SAMPLE_BOOK) --edition dtqg-mau --current --unless-chosen --demonstration
	$(MANAGE) collectstatic --noinput --verbosity 0
	$(MANAGE) demo_users
	# A session of its own: Ctrl-C reaches the server once, from `stop`, so that it can end its turns and PostgreSQL.
	setsid $(BIN)/uvicorn duocthu.asgi:application --host 127.0.0.1 --port $(PORT) --lifespan off \
		--no-access-log --log-level warning --timeout-graceful-shutdown 10 & server=$$!
	# Books are read beside the server. A worker that a bad file kills is started again; TERM ends it and the loop.
	setsid bash -c 'trap ended=1 TERM; while [[ -z $${ended-} ]] && ! "$$@"; do sleep 1; done' jobs nice -n 10 $(MANAGE) run_jobs & jobs=$$!
	end_jobs() { kill -TERM -- -$$jobs 2>/dev/null && wait $$jobs 2>/dev/null || true; }
	stop() { stopped=1; kill -INT $$server 2>/dev/null || true; }
	trap stop INT TERM HUP
	$(BIN)/python -c "$$WAIT_UNTIL_READY" http://127.0.0.1:$(PORT)/ & notice=$$!
	wait $$server && ended=0 || ended=$$?
	end_jobs
	if [[ $${stopped-} ]]; then wait $$server || true; ended=0; echo "Đã dừng."; fi
	kill $$notice 2>/dev/null || true
	exit $$ended

.PHONY: test
test: $(VENV)/dev.stamp ## từ con số không đến toàn bộ kiểm thử xanh
	@$(BIN)/pytest $(PYTEST_ARGS)

.PHONY: check
check: static quick ## định dạng, lint, kiểu, hợp đồng import, migration, trang sinh tự động, kiểm thử nhanh

.PHONY: static
static: $(VENV)/dev.stamp ## phần của check không chạy kiểm thử
	@$(BIN)/ruff format --check --quiet .
	$(BIN)/ruff check --quiet .
	$(BIN)/mypy $(CODE)
	$(BIN)/lint-imports
	$(MANAGE) makemigrations --check --dry-run
	$(MANAGE) check --fail-level WARNING
	$(MANAGE) show_routes --check

.PHONY: quick
quick: $(VENV)/dev.stamp ## kiểm thử không cần trình duyệt
	@$(BIN)/pytest -m "not browser and not book" -n 2 $(PYTEST_ARGS)

.PHONY: bench
bench: $(VENV)/dev.stamp ## đo tốc độ, in một đối tượng JSON (vài phần: BENCH_ARGS="--part search reader")
	@$(BIN)/python -m tests.bench $(BENCH_ARGS)

.PHONY: mutants
mutants: $(VENV)/dev.stamp ## cấy từng lỗi nhỏ vào phần quyết định an toàn, xem kiểm thử có nhận ra (nhóm, hạt giống: MUTANTS_ARGS="units --seed 7")
	@$(BIN)/python -m tests.mutants $(MUTANTS_ARGS)

.PHONY: lock
lock: ## khóa lại thư viện sau khi sửa pyproject.toml (nâng cấp: LOCK_ARGS=--upgrade)
	@mkdir -p var
	$(PYTHON) -m venv var/lock
	var/lock/bin/python -m pip install --quiet --disable-pip-version-check pip-tools==7.5.3
	$(PIP_COMPILE) $(LOCK_ARGS) --output-file=requirements.lock pyproject.toml
	$(PIP_COMPILE) $(LOCK_ARGS) --extra=dev --constraint=requirements.lock --output-file=requirements-dev.lock pyproject.toml

.PHONY: port-is-free
port-is-free:
	@if (exec 3<>/dev/tcp/127.0.0.1/$(PORT)) 2>/dev/null; then
		echo "Cổng $(PORT) đang được dùng (có thể make run đã chạy ở cửa sổ khác). Chọn cổng khác: make run PORT=8080" >&2
		exit 1
	fi

$(VENV)/run.stamp: requirements.lock $(VENV)/made.stamp
	@echo "Cài thư viện để chạy…" >&2
	$(PIP_INSTALL) $<
	touch $@

$(VENV)/dev.stamp: requirements-dev.lock $(VENV)/made.stamp
	@echo "Cài thư viện để kiểm thử…" >&2
	$(PIP_INSTALL) $<
	touch $@

$(VENV)/made.stamp:
	@if ! $(BIN)/python -m pip --version >/dev/null 2>&1; then
		if ! $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
			echo "Cần Python 3.11 trở lên; chỉ định bằng: make PYTHON=/đường/dẫn/python3.11 …" >&2
			exit 1
		fi
		if ! $(PYTHON) -c 'import ensurepip' 2>/dev/null; then
			if [[ $$(id -u) != 0 ]] || ! command -v apt-get >/dev/null; then
				echo "Python này thiếu venv. Trên Debian: sudo apt-get install python3-venv python3-pip" >&2
				exit 1
			fi
			export DEBIAN_FRONTEND=noninteractive
			apt-get update --quiet=2
			apt-get install --quiet=2 --yes --no-install-recommends python3-venv python3-pip >/dev/null
		fi
		$(PYTHON) -m venv $(VENV)
	fi
	touch $@

define WAIT_UNTIL_READY
import sys, time, urllib.error, urllib.request
page, why = sys.argv[1], "máy chủ chưa trả lời"
for _ in range(240):
    try:
        urllib.request.urlopen(page + "readyz", timeout=10).close()
    except urllib.error.HTTPError as answer:
        why = answer.read().decode("utf-8", "replace")[:500]
    except OSError:
        pass
    else:
        print(f"Sẵn sàng: mở {page} và đăng nhập bằng tài khoản mẫu ở trên. Dừng: Ctrl-C.")
        break
    time.sleep(0.25)
else:
    print(f"Chưa sẵn sàng sau 60 giây: {why}", file=sys.stderr)
endef
export WAIT_UNTIL_READY
