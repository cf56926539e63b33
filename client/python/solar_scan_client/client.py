"""What is more than one request: waiting for a report, lists to their end, and events as they come."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Mapping
from http.client import HTTPException
from typing import Any, TypeVar, cast
from urllib.parse import quote

from .errors import ScanApiError, ScanCallError
from .operations import BatchResult, FullReport, Operations, ScanEvent, ScanProgress
from .retry import is_passing, retry_after_of

FIRST_PAUSE_SECONDS = 0.25
LONGEST_PAUSE_SECONDS = 5.0
LARGEST_PAGE = 100
# Longest wait of a creation: proxies end a request without bytes after 30 or 60 s.
MAX_WAIT_SECONDS = 25
# A wait of this many seconds for an event is one request.
EVENT_WAIT_SECONDS = 30
T = TypeVar("T")


class ScanFailed(Exception):
    """The scan ended in error; the text says why."""

    code = "SCAN_FAILED"

    def __init__(self, scan_id: str, message: str):
        super().__init__(message)
        self.scan_id = scan_id


class ScanTimeout(Exception):
    """The scan did not end in time; it goes on. `__cause__` is the last failure of the wait, if any."""

    code = "SCAN_TIMEOUT"

    def __init__(self, scan_id: str, message: str):
        super().__init__(message)
        self.scan_id = scan_id


class Client(Operations):
    """A client of the service: every operation as a method, and what takes several of them."""

    def wait_for_report(
        self,
        scan: str | Mapping[str, Any],
        *,
        timeout_seconds: float = 60.0,
        on_progress: Callable[[ScanProgress], object] | None = None,
        idempotency_key: str | None = None,
    ) -> FullReport:
        """The report of a scan, or of a new scan of a request: a request and a scan that ends within seconds take one call.
        Waits for the end of the scan, across broken connections. Raises ScanFailed, ScanTimeout or ScanApiError, and
        ScanCallError without an answer of the service in that time."""
        wait = _Wait("" if isinstance(scan, Mapping) else scan, timeout_seconds)
        if isinstance(scan, Mapping):
            # The answer needs a second of the timeout. Progress comes from the event stream.
            seconds = 0 if on_progress else min(MAX_WAIT_SECONDS, math.floor(timeout_seconds) - 1)
            prefer = f"wait={seconds}, return=representation" if seconds >= 1 else None
            created: Any = self.call(
                "POST",
                "/v1/scans",
                headers={"Idempotency-Key": idempotency_key, "Prefer": prefer},
                body=scan,
                timeout_seconds=wait.left(),
            )
            if created["status"] == "optimal":
                return cast(FullReport, created)
            wait.scan_id = created["id"]
            if created["status"] == "error":
                raise ScanFailed(wait.scan_id, created.get("errorMessage", "the scan failed"))
        scan_id = wait.scan_id
        path = f"/v1/scans/{quote(scan_id, safe='')}"
        for progress in self._follow(path, wait):
            if on_progress:
                on_progress(progress)
            if progress["status"] == "error":
                raise ScanFailed(scan_id, progress.get("errorMessage", "the scan failed"))

        def ask() -> FullReport:
            return self.call("GET", f"{path}/result", timeout_seconds=wait.left(), max_attempts=1)

        return self._until_told(ask, wait)

    def each(self, list_operation: Callable[..., Any], **query: Any) -> Iterator[Any]:
        """Every item of a list, by cursors where it has them, else page after page: `client.each(client.get_scans, status="completed")`."""
        page = 1
        place: dict[str, Any] = {"page": page}
        while True:
            answer = list_operation(**{"limit": LARGEST_PAGE, **query, "page": None, **place})
            yield from answer["items"]
            if cursor := answer.get("nextCursor"):
                place = {"cursor": cursor}
            elif "page" in place and page < answer["totalPages"]:
                page += 1
                place = {"page": page}
            else:
                return

    def each_event(self, after: str | None = None) -> Iterator[ScanEvent]:
        """Events of all scans after a cursor, without an end, over connections that break too: keep `cursor` of the last one
        that was handled, and give it as `after` the next time. None: all that are kept; "latest": those from now on."""
        while True:
            # "latest" becomes a cursor before the first wait: a wait that breaks goes on from there.
            cursor, wait = after, 0 if after == "latest" else EVENT_WAIT_SECONDS
            page = self._until_told(lambda: self._events_after(cursor, wait), _Wait("", math.inf))
            yield from page["items"]
            after = page["cursor"]

    def each_batch_result(
        self, batch_id: str, *, after: int = 0, follow: bool = True, timeout_seconds: float = math.inf
    ) -> Iterator[BatchResult]:
        """Each line of a batch after a line, in order, over connections that break too; with `follow` as its scan ends,
        else in its present state. Keep `line` of the last one that was handled, and give it as `after` the next time."""
        wait = _Wait("", timeout_seconds)
        pause = FIRST_PAUSE_SECONDS
        path = f"/v1/batches/{quote(batch_id, safe='')}/results"
        while True:
            failure: Exception | None = None
            began = after
            try:
                query = {"after": after, "follow": "true" if follow else None}
                for row in self.lines("GET", path, query=query, max_attempts=1):
                    after, pause = row["line"], FIRST_PAUSE_SECONDS
                    yield row
                # An answer ends after an hour, or with the batch.
                if not follow or after == began:
                    return
                continue
            except (OSError, HTTPException, ValueError, ScanApiError, ScanCallError) as error:
                failure = wait.outlasts(error)
            self._pause(pause, failure, wait)
            pause = min(pause * 2, LONGEST_PAUSE_SECONDS)

    def _events_after(self, cursor: str | None, wait: int) -> Any:
        return self.call("GET", "/v1/events", query={"after": cursor, "wait": wait}, max_attempts=1)

    def _follow(self, path: str, wait: _Wait) -> Iterator[ScanProgress]:
        """States of a scan until it has ended; a stream that breaks, ends early or cannot be opened is opened again."""
        pause = FIRST_PAUSE_SECONDS
        while True:
            failure: Exception | None = None
            try:
                for event in self.events("GET", f"{path}/events", timeout_seconds=wait.left(), max_attempts=1):
                    pause = FIRST_PAUSE_SECONDS
                    wait.is_reached = True
                    progress = cast(ScanProgress, event)
                    yield progress
                    if progress["status"] in ("completed", "error"):
                        return
                    wait.left()
            except (OSError, HTTPException, ValueError, ScanApiError, ScanCallError) as error:
                failure = wait.outlasts(error)
            self._pause(pause, failure, wait)
            pause = min(pause * 2, LONGEST_PAUSE_SECONDS)

    def _until_told(self, ask: Callable[[], T], wait: _Wait) -> T:
        pause = FIRST_PAUSE_SECONDS
        while True:
            try:
                return ask()
            except (OSError, HTTPException, ScanApiError, ScanCallError) as error:
                failure = wait.outlasts(error)
            self._pause(pause, failure, wait)
            pause = min(pause * 2, LONGEST_PAUSE_SECONDS)

    @staticmethod
    def _pause(seconds: float, failure: Exception | None, wait: _Wait) -> None:
        asked = 0.0 if failure is None else retry_after_of(failure)
        time.sleep(min(max(seconds, asked), wait.left()))


class _Wait:
    """A wait for a scan: its deadline, and its last failure."""

    def __init__(self, scan_id: str, timeout_seconds: float):
        self.scan_id = scan_id
        self.timeout_seconds = timeout_seconds
        self.deadline = time.monotonic() + timeout_seconds
        self.last: Exception | None = None
        self.is_reached = False
        """True once the service, or a proxy before it, answered."""

    def outlasts(self, error: Exception) -> Exception:
        """Remembers a failure. Raises it where it will not pass."""
        if isinstance(error, ScanApiError) and not is_passing(error):
            raise error
        # At the deadline the call ends with it.
        if not (isinstance(error, ScanCallError) and error.code == "TIMEOUT"):
            self.last = error
        self.is_reached = self.is_reached or not isinstance(error, ScanCallError)
        return error

    def left(self) -> float:
        """Seconds until the deadline. Raises ScanTimeout, and the failure of the connection where none was answered."""
        left = self.deadline - time.monotonic()
        if left > 0:
            return left
        if isinstance(self.last, ScanCallError) and not self.is_reached:
            raise self.last
        text = f"the scan {self.scan_id} did not end within {self.timeout_seconds:g} s"
        raise ScanTimeout(self.scan_id, text if self.last is None else f"{text}; last: {self.last}") from self.last
