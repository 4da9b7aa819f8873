"""Over TLS a call is cut as well, and a server that cannot show who it is gets no prompt."""

import shutil
import ssl
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from duocthu.adapters.bedrock_model import BedrockModel
from duocthu.adapters.openai_model import OpenAIModel
from rag.errors import Cancelled, ModelDown
from rag.language import LanguageModel, ReplyEnd, Stop, TextPiece
from tests.adapters.model_servers import End, EventStream, Hang, ModelServer, Say, ServerSentEvents, model_server
from tests.prompts import make_prompt
from tests.services import lacks


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if shutil.which("openssl") is None:
        lacks("openssl makes the certificate of the test server")
    folder = tmp_path_factory.mktemp("tls")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=test",
         "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", folder / "key.pem", "-out", folder / "cert.pem"],
        check=True, capture_output=True,
    )  # fmt: skip
    return folder / "cert.pem"


@pytest.fixture(params=["bedrock", "openai"])
def server(request: pytest.FixtureRequest, certificate: Path) -> Iterator[ModelServer]:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, certificate.with_name("key.pem"))
    with model_server(EventStream() if request.param == "bedrock" else ServerSentEvents(), tls=context) as told:
        yield told


@pytest.fixture
def trusted(monkeypatch: pytest.MonkeyPatch, certificate: Path) -> None:
    monkeypatch.setenv("AWS_CA_BUNDLE", str(certificate))
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))


def model_of(server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> LanguageModel:
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "AKIATEST")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "not a real secret")
    url = f"https://127.0.0.1:{server.port}"
    if server.dialect.name == "bedrock":
        return BedrockModel("test.model-v1:0", "ap-southeast-1", url=url)
    return OpenAIModel("test-model", f"{url}/v1")


@pytest.mark.usefixtures("trusted")
def test_a_reply_comes_whole(server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    server.says(Say("Liều 500 mg"), End())
    found = list(model_of(server, monkeypatch).reply(make_prompt(), timeout=20.0, cancelled=lambda: False))
    assert found == [TextPiece("Liều 500 mg"), ReplyEnd(Stop.FINISHED, 11, 7)]


@pytest.mark.usefixtures("trusted")
@pytest.mark.parametrize("before_head", [0.0, 30.0], ids=["in the stream", "before the status line"])
def test_a_cancelled_call_takes_the_connection_along(
    server: ModelServer, monkeypatch: pytest.MonkeyPatch, before_head: float
) -> None:
    server.before_head = before_head
    server.says(Say("Liều"), Hang())
    with pytest.raises(Cancelled):
        list(model_of(server, monkeypatch).reply(make_prompt(), timeout=20.0, cancelled=lambda: bool(server.received)))
    assert server.hung_up.wait(5)


def test_a_server_that_nobody_vouches_for_gets_no_prompt(server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    server.says(Say("Liều 500 mg"), End())
    with pytest.raises(ModelDown):
        list(model_of(server, monkeypatch).reply(make_prompt(), timeout=20.0, cancelled=lambda: False))
    assert server.received == []
