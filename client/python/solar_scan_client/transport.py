"""Requests and answers, with Python's own library alone."""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextvars import ContextVar, copy_context
from email.message import Message
from http.client import HTTPException, HTTPResponse
from typing import Any, NamedTuple, ParamSpec, TypeVar, cast
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

# Answers after which the same request is sent again, when the service says how soon.
PASSING = (429, 503)
MAX_ATTEMPTS = 3
LONGEST_PAUSE_SECONDS = 30.0
# Most characters of one server-sent event.
MAX_EVENT_CHARS = 16 * 1024 * 1024

P = ParamSpec("P")
T = TypeVar("T")
# Headers of the last answer in the present context.
_received: ContextVar[Message] = ContextVar("received")


class Upload(NamedTuple):
    """A file that is sent."""

    name: str
    content: bytes


class ScanApiError(Exception):
    """An answer of the service that is no success; its text is the service's own sentence."""

    def __init__(self, status: int, message: str, code: str | None, errors: list[dict[str, Any]], request_id: str | None):
        super().__init__(message)
        self.status = status
        """The HTTP status."""
        self.code = code
        """The service's code of the cause, such as INVALID_INPUT."""
        self.errors = errors
        """Each rule that the request broke: path, rule and message."""
        self.request_id = request_id
        """Finds the request in the service's log."""


class Transport:
    """Sends requests with a credential. `timeout_seconds` is that of one request, `headers` are sent with each, such as
    accept-language."""

    def __init__(
        self,
        base_url: str,
        *,
        api_key: str | None = None,
        access_token: str | None = None,
        timeout_seconds: float = 90.0,
        headers: Mapping[str, str] | None = None,
    ):
        self.base_url = base_url.rstrip("/")
        self.timeout_seconds = timeout_seconds
        self._headers = {
            **({"x-api-key": api_key} if api_key else {}),
            **({"authorization": f"Bearer {access_token}"} if access_token else {}),
            **(headers or {}),
        }

    def with_headers(self, operation: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> tuple[T, Message]:
        """The answer of an operation that is no stream, and its headers:
        `series, headers = client.with_headers(client.get_price_series_by_id, id)`."""
        context = copy_context()
        answer = context.run(operation, *args, **kwargs)
        return answer, context[_received]

    def call(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, object] | None = None,
        headers: Mapping[str, object] | None = None,
        body: object = None,
        form: tuple[str, Upload] | None = None,
        raw: tuple[str, str | bytes | None] | None = None,
        answer: str = "json",
    ) -> Any:
        """The answer of a request: JSON as its values, a text, bytes, or None. Raises ScanApiError."""
        content, media_type = _content(body, form, raw)
        own = _given(headers)
        if headers is not None and "Idempotency-Key" in headers:
            own.setdefault("Idempotency-Key", str(uuid.uuid4()))
        if media_type:
            own["content-type"] = media_type
        with self._open(method, path, query, own, content) as response:
            data = response.read()
            if answer == "bytes":
                return data
            if answer == "none" or response.status == 204:
                return None
            return data.decode() if answer == "text" else json.loads(data)

    def events(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, object] | None = None,
        headers: Mapping[str, object] | None = None,
        timeout_seconds: float | None = None,
    ) -> Iterator[Any]:
        """The data of each server-sent event as JSON, until the service closes the stream."""
        with self._open(method, path, query, _given(headers), None, timeout_seconds) as response:
            data: list[str] = []
            for line in _lines(response):
                if line.startswith("data:"):
                    data.append(line[5:].removeprefix(" "))
                elif line == "" and data:
                    yield json.loads("\n".join(data))
                    data = []

    def _open(
        self,
        method: str,
        path: str,
        query: Mapping[str, object] | None,
        headers: Mapping[str, str],
        content: bytes | None,
        timeout_seconds: float | None = None,
    ) -> HTTPResponse:
        given = urlencode({name: _text(value) for name, value in (query or {}).items() if value is not None})
        url = f"{self.base_url}{path}{'?' + given if given else ''}"
        attempt = 1
        while True:
            request = Request(url, data=content, method=method, headers={**self._headers, **headers})
            try:
                response = cast(HTTPResponse, urlopen(request, timeout=timeout_seconds or self.timeout_seconds))
                _received.set(response.headers)
                return response
            except HTTPError as refused:
                pause = _pause_seconds(refused)
                is_too_long = pause is not None and timeout_seconds is not None and pause > timeout_seconds
                if pause is None or is_too_long or attempt >= MAX_ATTEMPTS:
                    raise _error_of(refused) from None
                refused.close()
            time.sleep(pause)
            attempt += 1


def _content(
    body: object, form: tuple[str, Upload] | None, raw: tuple[str, str | bytes | None] | None
) -> tuple[bytes | None, str | None]:
    if form:
        return _form(*form)
    if raw:
        media_type, text = raw
        return text.encode() if isinstance(text, str) else text, media_type
    return (None, None) if body is None else (json.dumps(body).encode(), "application/json")


def _form(field: str, upload: Upload) -> tuple[bytes, str]:
    boundary = uuid.uuid4().hex
    name = upload.name.replace('"', "%22").replace("\r", " ").replace("\n", " ")
    head = (
        f'--{boundary}\r\nContent-Disposition: form-data; name="{field}"; filename="{name}"\r\n'
        "Content-Type: application/octet-stream\r\n\r\n"
    )
    return head.encode() + upload.content + f"\r\n--{boundary}--\r\n".encode(), f"multipart/form-data; boundary={boundary}"


def _given(values: Mapping[str, object] | None) -> dict[str, str]:
    return {name: str(value) for name, value in (values or {}).items() if value is not None}


def _text(value: object) -> str:
    return json.dumps(value) if isinstance(value, bool) else str(value)


def _pause_seconds(refused: HTTPError) -> float | None:
    """Seconds after which to try again; None where that is of no use."""
    try:
        seconds = float(refused.headers.get("retry-after", ""))
    except ValueError:
        return None
    return seconds if refused.code in PASSING and 0 <= seconds <= LONGEST_PAUSE_SECONDS else None


def _error_of(refused: HTTPError) -> ScanApiError:
    try:
        body: Any = json.loads(refused.read())
    except (ValueError, HTTPException, OSError):
        body = None
    said = cast(dict[str, Any], body) if isinstance(body, dict) else {}
    message = said.get("message") or said.get("error") or refused.reason
    return ScanApiError(
        refused.code, str(message), said.get("code"), said.get("errors") or [], refused.headers.get("x-request-id")
    )


def _lines(response: HTTPResponse) -> Iterator[str]:
    """Lines of a stream, which may end by LF, CR LF or CR."""
    rest = ""
    while piece := response.read1(65536):
        rest += piece.decode(errors="replace")
        if len(rest) > MAX_EVENT_CHARS:
            raise ValueError("the stream has an event without an end")
        # A CR at the end may be the first half of CR LF.
        held = "\r" if rest.endswith("\r") else ""
        *lines, rest = rest.removesuffix("\r").replace("\r\n", "\n").replace("\r", "\n").split("\n")
        rest += held
        yield from lines
