"""Errors of calls, with the names and meanings of the TypeScript client."""

from __future__ import annotations

from typing import Any, Literal


class ScanApiError(Exception):
    """An answer of the service that is no success; its text is the service's own sentence. An answer that the service
    cannot have given, such as the HTML of a proxy or a redirect, has the code UNEXPECTED_ANSWER, and may have the status
    200. `__cause__` is the failure behind it, if any."""

    def __init__(
        self,
        status: int,
        message: str,
        *,
        code: str | None = None,
        reason: str | None = None,
        errors: list[dict[str, Any]] | None = None,
        request_id: str | None = None,
        answer: Any = None,
        idempotency_key: str | None = None,
        retry_after_seconds: float | None = None,
    ):
        super().__init__(message)
        self.status = status
        """The HTTP status."""
        self.code = code
        """The code of the cause as the service gives it, such as INVALID_INPUT; UNEXPECTED_ANSWER for a foreign answer."""
        self.reason = reason
        """The finer cause within `code`, where the answer names one."""
        self.errors: list[dict[str, Any]] = errors or []
        """Each rule that the request broke: path, rule and message."""
        self.request_id = request_id
        """Finds the request in the service's log."""
        self.answer = answer
        """The body as JSON, also where it is more than an error, such as that of GET /readyz; None without JSON."""
        self.idempotency_key = idempotency_key
        """The key of a creating call, of post_scans_bulk its batch_id: a repetition under it creates nothing twice."""
        self.retry_after_seconds = retry_after_seconds
        """Time after which the service wants the request again; None where it does not say."""


class ScanCallError(Exception):
    """A call that ended without an answer. NO_ANSWER: no connection, or one that broke. TIMEOUT: timeout_seconds is over.
    `__cause__` is the last failure."""

    def __init__(self, code: Literal["NO_ANSWER", "TIMEOUT"], message: str, url: str, idempotency_key: str | None):
        super().__init__(message)
        self.code = code
        self.url = url
        self.idempotency_key = idempotency_key
        """The key of a creating call, of post_scans_bulk its batch_id: a repetition under it creates nothing twice."""
