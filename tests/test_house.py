"""The repository keeps its promises: lock files, Makefile, CI and documents say what is there."""

import ast
import os
import re
import socket
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ("requirements.lock", "requirements-dev.lock")
PAGES = sorted(
    str(page.relative_to(ROOT)) for page in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")] if page.is_file()
)


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def pyproject() -> dict:
    return tomllib.loads(read("pyproject.toml"))


def make(*args: str, path: str | None = None) -> subprocess.CompletedProcess[str]:
    env = {k: v for k, v in os.environ.items() if k not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS")}
    if path is not None:
        env["PATH"] = f"{path}:{env['PATH']}"
    return subprocess.run(["make", *args], cwd=ROOT, env=env, capture_output=True, text=True, timeout=60, check=False)


# --- lock files ------------------------------------------------------------------------------------------------


def locked(name: str) -> dict[str, str]:
    """Requirement -> its whole entry, continuation lines joined."""
    lines = [line for line in read(name).splitlines() if line.strip() and not line.lstrip().startswith("#")]
    joined = "\n".join(lines).replace("\\\n", " ").splitlines()
    return {re.split(r"[=\s;]", entry, maxsplit=1)[0]: entry for entry in joined}


@pytest.mark.parametrize("name", LOCKS)
def test_every_locked_requirement_is_pinned_and_has_a_hash(name: str) -> None:
    loose = [
        requirement
        for requirement, entry in locked(name).items()
        if not re.match(r"[a-z0-9._-]+==\S+ .*--hash=sha256:[0-9a-f]{64}\b", entry)
    ]
    assert loose == []


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_file_names_no_host(name: str) -> None:
    assert re.findall(r"\w+://|--(?:extra-)?index-url|--find-links|--trusted-host", _entries(name)) == []


def _entries(name: str) -> str:
    return "\n".join(line for line in read(name).splitlines() if not line.startswith("#"))


def test_what_runs_in_tests_is_what_runs_in_production() -> None:
    dev = locked(LOCKS[1])
    assert {name: dev.get(name) for name in locked(LOCKS[0])} == locked(LOCKS[0])


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        (LOCKS[0], pyproject()["project"]["dependencies"]),
        (LOCKS[1], pyproject()["project"]["optional-dependencies"]["dev"]),
    ],
)
def test_every_declared_dependency_is_locked(name: str, wanted: list[str]) -> None:
    names = {re.split(r"[\[<>=!~;\s]", requirement, maxsplit=1)[0].lower() for requirement in wanted}
    assert names - set(locked(name)) == set()


def test_no_tracked_configuration_names_a_package_registry() -> None:
    for name in ("Makefile", ".ci/run", "pyproject.toml"):
        assert not re.search(r"pypi\.|index-url\s*=|find-links\s*=", read(name)), name


# --- Makefile and CI -------------------------------------------------------------------------------------------


def test_a_port_in_use_is_one_clear_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        result = make("--silent", "port-is-free", f"PORT={port}")
    assert result.returncode != 0
    assert result.stderr.startswith(f"Cổng {port} đang được dùng")
    assert "Traceback" not in result.stderr


def test_a_free_port_is_accepted() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    assert make("--silent", "port-is-free", f"PORT={port}").returncode == 0


def _program(folder: Path, name: str, body: str) -> str:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    return str(path)


def test_a_python_without_venv_says_what_to_install(tmp_path: Path) -> None:
    python = _program(tmp_path, "bare-python", 'case "$*" in *ensurepip*) exit 1;; esac')
    _program(tmp_path, "id", "echo 1000")
    venv = tmp_path / "venv"
    result = make("--silent", f"{venv}/made.stamp", f"VENV={venv}", f"PYTHON={python}", path=str(tmp_path))
    assert result.returncode != 0
    assert "apt-get install python3-venv python3-pip" in result.stderr
    assert not venv.exists()


def test_an_old_python_is_refused(tmp_path: Path) -> None:
    python = _program(tmp_path, "old-python", "exit 1")
    venv = tmp_path / "venv"
    result = make("--silent", f"{venv}/made.stamp", f"VENV={venv}", f"PYTHON={python}")
    assert result.returncode != 0
    assert result.stderr.startswith("Cần Python 3.11")


@pytest.mark.parametrize("target", ["run", "test", "check", "bench", "lock"])
def test_the_contracts_commands_are_make_targets(target: str) -> None:
    assert f"make {target} " in make("help").stdout


def test_ci_is_an_executable_bash_script_that_runs_the_readmes_test_command() -> None:
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    assert read(".ci/run").startswith("#!/bin/bash\n")
    assert subprocess.run(["bash", "-n", script], check=False).returncode == 0
    assert re.findall(r"^make (\w+)", read(".ci/run"), flags=re.MULTILINE) == ["static", "test"]
    assert "make test" in read("README.md")


# --- documents -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", PAGES)
def test_links_between_documents_lead_somewhere(page: str) -> None:
    targets = re.findall(r"\]\((?!https?:|#)([^)#\s]+)", read(page))
    assert [t for t in targets if not ((ROOT / page).parent / t).exists()] == []


@pytest.mark.parametrize("page", ["README.md", "docs/api.md"])
def test_files_that_a_document_names_are_there(page: str) -> None:
    named = re.findall(r"`((?:duocthu|conversations|formulary|rag|docs|tests|templates|static)/[\w./*-]*)`", read(page))
    assert [path for path in named if not list(ROOT.glob(path.rstrip("/")))] == []


def test_the_readme_names_only_make_targets_that_exist() -> None:
    named = set(re.findall(r"(?:^|`)make ([a-z]+)", read("README.md"), flags=re.MULTILINE))
    assert named
    assert named - set(re.findall(r"^([a-z-]+):", read("Makefile"), flags=re.MULTILINE)) == set()


def test_the_readme_names_only_commands_that_exist() -> None:
    named = set(re.findall(r"manage\.py ([a-z_]+)", read("README.md")))
    there = {path.stem for path in ROOT.glob("*/management/commands/*.py")}
    django = {"migrate", "createsuperuser", "drf_create_token", "changepassword", "collectstatic", "check"}
    assert named - there - django == set()


def _settings_variables() -> Iterator[str]:
    for call in ast.walk(ast.parse(read("duocthu/settings.py"))):
        if (
            isinstance(call, ast.Call)
            and isinstance(call.func, ast.Attribute)
            and isinstance(call.func.value, ast.Name)
            and call.func.value.id == "env"
        ):
            name = call.args[0]
            assert isinstance(name, ast.Constant)
            yield name.value


def test_the_readme_lists_every_environment_variable_that_settings_read() -> None:
    listed = set(re.findall(r"^\| `([A-Z_]+)` \|", read("README.md"), flags=re.MULTILINE))
    assert set(_settings_variables()) - listed == set()


def test_the_changelog_starts_with_the_version_of_the_package() -> None:
    first = re.search(r"^## (\S+)", read("CHANGELOG.md"), flags=re.MULTILINE)
    assert first is not None
    assert first[1] == pyproject()["project"]["version"]


def test_every_decision_is_listed_and_has_its_four_parts() -> None:
    folder = ROOT / "docs" / "adr"
    index = read("docs/adr/README.md")
    pages = sorted(p for p in folder.glob("*.md") if p.name != "README.md")
    assert pages
    for number, page in enumerate(pages, start=1):
        assert page.name.startswith(f"{number:04}-")
        assert f"({page.name})" in index
        text = page.read_text(encoding="utf-8")
        assert all(f"**{part}.**" in text for part in ("Context", "Decision", "Price", "Refused")), page.name
        assert " will " in text
