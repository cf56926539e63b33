"""Requests and answers, with Python's own library alone."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextvars import ContextVar, copy_context
from email.message import Message
from http.client import HTTPException, HTTPResponse, IncompleteRead
from typing import Any, Literal, NamedTuple, ParamSpec, TypeVar, cast
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode
from urllib.request import HTTPRedirectHandler, Request, build_opener

from .errors import ScanApiError, ScanCallError
from .retry import MAX_ATTEMPTS, PASSING, Clock, retry_after_seconds, retry_pause

# Most characters of one server-sent event.
MAX_EVENT_CHARS = 16 * 1024 * 1024
# Bytes that are read at once, between two looks at the time.
PIECE_BYTES = 65536
# A call ends after so long, with all its attempts; up to 100,000 scans are accepted in one call of post_scans_bulk.
TIMEOUT_SECONDS = 120.0
BULK_TIMEOUT_SECONDS = 600.0

P = ParamSpec("P")
T = TypeVar("T")
# Headers of the last answer in the present context.
_received: ContextVar[Message] = ContextVar("received")


class Upload(NamedTuple):
    """A file that is sent."""

    name: str
    content: bytes


class _NoRedirects(HTTPRedirectHandler):
    """The service redirects no call: to follow one would hand the key to another host, or make a GET of a POST."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


_open = build_opener(_NoRedirects).open


class _Call(NamedTuple):
    """One request, and how it is repeated."""

    method: str
    url: str
    headers: Mapping[str, str]
    content: bytes | None
    timeout_seconds: float
    max_attempts: int
    idempotency_key: str | None
    is_repeatable: bool

    def failed(self, code: Literal["NO_ANSWER", "TIMEOUT"], text: str) -> ScanCallError:
        return ScanCallError(code, f"{self.method} {self.url}: {text}", self.url, self.idempotency_key)


class Transport:
    """Sends requests with a credential. A call ends after `timeout_seconds` with all its attempts, 120 unless given, 600 of
    post_scans_bulk; `max_attempts` is 6 unless given. `headers` are sent with each request, such as accept-language.
    `clock` replaces the platform's in tests."""

    def __init__(
        self,
        base_url: str,
        *,
        api_key: str | None = None,
        access_token: str | None = None,
        timeout_seconds: float | None = None,
        max_attempts: int = MAX_ATTEMPTS,
        headers: Mapping[str, str] | None = None,
        clock: Clock | None = None,
    ):
        self.base_url = base_url.rstrip("/")
        self.timeout_seconds = timeout_seconds
        self.max_attempts = max_attempts
        self.clock = clock or Clock()
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
        timeout_seconds: float | None = None,
        max_attempts: int | None = None,
    ) -> Any:
        """The answer of a request: JSON as its values, a text, bytes, or None. Raises ScanApiError and ScanCallError."""
        content, media_type = _content(body, form, raw)
        own = _given(headers)
        asked = {name: value for name, value in (query or {}).items() if value is not None}
        key = None
        if headers is not None and "Idempotency-Key" in headers:
            key = own.setdefault("Idempotency-Key", str(uuid.uuid4()))
        is_bulk = method == "POST" and "batchId" in (query or {})
        if is_bulk:
            # The service takes each batchId once.
            key = str(asked.setdefault("batchId", str(uuid.uuid4())))
        if media_type:
            own["content-type"] = media_type
        call = _Call(
            method,
            self._url(path, asked),
            {**self._headers, **own},
            content,
            timeout_seconds or self.timeout_seconds or (BULK_TIMEOUT_SECONDS if is_bulk else TIMEOUT_SECONDS),
            max_attempts or self.max_attempts,
            key,
            # A change under If-Match that is sent again after its answer was lost finds the thing changed.
            method == "GET" or key is not None or (method == "PUT" and "If-Match" not in own),
        )
        return self._until_answered(call, lambda response, ends: _read(call, response, answer, own, ends, self.clock))

    def events(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, object] | None = None,
        headers: Mapping[str, object] | None = None,
        timeout_seconds: float | None = None,
        max_attempts: int | None = None,
    ) -> Iterator[Any]:
        """The data of each server-sent event as JSON, until the service closes the stream. `timeout_seconds` ends the wait
        for its begin, and each wait for more of it."""
        limits = (timeout_seconds, max_attempts)
        with self._stream(method, path, query, headers, limits, "text/event-stream") as response:
            data: list[str] = []
            for line in _lines(response):
                if line.startswith("data:"):
                    data.append(line[5:].removeprefix(" "))
                elif line == "" and data:
                    yield json.loads("\n".join(data))
                    data = []

    def lines(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, object] | None = None,
        headers: Mapping[str, object] | None = None,
        timeout_seconds: float | None = None,
        max_attempts: int | None = None,
    ) -> Iterator[Any]:
        """Each line of an answer as JSON, as it comes; empty lines are skipped. The timeout is that of `events`."""
        limits = (timeout_seconds, max_attempts)
        with self._stream(method, path, query, headers, limits, "application/x-ndjson") as response:
            for line in _lines(response):
                if line:
                    yield json.loads(line)

    def _stream(
        self,
        method: str,
        path: str,
        query: Mapping[str, object] | None,
        headers: Mapping[str, object] | None,
        limits: tuple[float | None, int | None],
        media_type: str,
    ) -> HTTPResponse:
        asked = {name: value for name, value in (query or {}).items() if value is not None}
        timeout = limits[0] or self.timeout_seconds or TIMEOUT_SECONDS
        sent = {**self._headers, **_given(headers)}
        call = _Call(method, self._url(path, asked), sent, None, timeout, limits[1] or self.max_attempts, None, True)
        return self._until_answered(call, lambda response, _: _opened(call, response, media_type))

    def _url(self, path: str, query: Mapping[str, object]) -> str:
        given = urlencode({name: _text(value) for name, value in query.items()})
        return f"{self.base_url}{path}{'?' + given if given else ''}"

    def _until_answered(self, call: _Call, read: Callable[[HTTPResponse, float], T]) -> T:
        """Sends a request until it has an answer, or no attempt is left."""
        now, sleep = self.clock
        began = now()
        ends = began + call.timeout_seconds
        last: Exception | None = None
        attempt = 0
        while True:
            attempt += 1
            left = ends - now()
            if left <= 0:
                raise _timed_out(call, last) from last
            request = Request(call.url, data=call.content, method=call.method, headers=dict(call.headers))
            try:
                response = cast(HTTPResponse, _open(request, timeout=left))
                _received.set(response.headers)
                return read(response, ends)
            except HTTPError as refused:
                last = _error_of(call, refused, self.clock)
            except ScanApiError as error:
                last = error
            except (OSError, HTTPException) as error:
                if now() >= ends or _is_timeout(error):
                    raise _timed_out(call, last or error) from (last or error)
                last = call.failed("NO_ANSWER", str(getattr(error, "reason", None) or error) or type(error).__name__)
                last.__cause__ = error
            elapsed = now() - began
            pause = retry_pause(
                last,
                attempt=attempt,
                max_attempts=call.max_attempts,
                elapsed=elapsed,
                is_repeatable=call.is_repeatable,
            )
            if pause is None or elapsed + pause >= call.timeout_seconds:
                raise last
            sleep(pause)


def _is_timeout(error: Exception) -> bool:
    """True for the timeout of a socket, which was given all the time that was left; not for the system's (ETIMEDOUT)."""
    inner = error.reason if isinstance(error, URLError) else error
    return isinstance(inner, TimeoutError) and inner.errno is None


def _timed_out(call: _Call, last: Exception | None) -> ScanCallError:
    text = f"no answer within {call.timeout_seconds:g} s"
    return call.failed("TIMEOUT", text if last is None else f"{text}; last: {last}")


def _read(
    call: _Call, response: HTTPResponse, answer: str, headers: Mapping[str, str], ends: float, clock: Clock
) -> Any:
    """The body of an answer whose status says success."""
    with response:
        data = _body(response, ends, clock)
    given = response.headers.get("content-type")
    if response.status == 204 or (answer == "none" and not data):
        return None
    if answer not in ("json", "none"):
        accept = headers.get("accept")
        if given and ("text/html" in given or (accept is not None and accept not in given)):
            raise _unexpected(call, response.status, given)
        return data if answer == "bytes" else data.decode()
    # An answer that was cut off is empty, or JSON that does not end.
    if data and given and response.headers.get_content_subtype().split("+")[-1] != "json":
        raise _unexpected(call, response.status, f"{given}, not JSON")
    try:
        value = json.loads(data)
        return None if answer == "none" else value
    except ValueError as error:
        raise _unexpected(call, response.status, "JSON that cannot be read" if data else "an empty body") from error


def _body(response: HTTPResponse, ends: float, clock: Clock) -> bytes:
    pieces: list[bytes] = []
    while piece := response.read1(PIECE_BYTES):
        pieces.append(piece)
        if clock.now() >= ends:
            raise TimeoutError("the answer takes too long")
    data = b"".join(pieces)
    # read1 takes the end of a connection for the end of an answer.
    missing = int(response.headers.get("content-length") or len(data)) - len(data)
    if missing > 0:
        raise IncompleteRead(data, missing)
    return data


def _opened(call: _Call, response: HTTPResponse, media_type: str) -> HTTPResponse:
    given = response.headers.get("content-type", "")
    if given and media_type not in given:
        response.close()
        raise _unexpected(call, response.status, given)
    return response


def _unexpected(call: _Call, status: int, what: str, **about: Any) -> ScanApiError:
    hint = "" if status in PASSING else ": is base_url the address of the service?"
    message = f"{call.method} {call.url} answered {status} with {what}{hint}"
    about.setdefault("idempotency_key", call.idempotency_key)
    return ScanApiError(status, message, code="UNEXPECTED_ANSWER", **about)


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


def _error_of(call: _Call, refused: HTTPError, clock: Clock) -> Exception:
    """The error of an answer that is no success."""
    about: dict[str, Any] = {
        "request_id": refused.headers.get("x-request-id"),
        "idempotency_key": call.idempotency_key,
        "retry_after_seconds": retry_after_seconds(refused.headers.get("retry-after"), clock.now()),
    }
    with refused:
        if 300 <= refused.code < 400 and refused.code != 304:
            location = refused.headers.get("location")
            return _unexpected(call, refused.code, f"a redirect{f' to {location}' if location else ''}", **about)
        try:
            body: Any = json.loads(refused.read())
        except (ValueError, HTTPException, OSError):
            body = None
    if body is None:
        given = refused.headers.get("content-type") or "no content type"
        return _unexpected(call, refused.code, f"{given}, not JSON", **about)
    said = cast(dict[str, Any], body) if isinstance(body, dict) else {}
    message = said.get("message") or said.get("error") or refused.reason
    about |= {"code": said.get("code"), "reason": said.get("reason"), "errors": said.get("errors"), "answer": body}
    return ScanApiError(refused.code, str(message), **about)


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
