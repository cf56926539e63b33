"""What is more than one request: waiting for a report, lists to their end, and events as they come."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from http.client import HTTPException
from typing import Any, TypeVar, cast

from .operations import FullReport, GetEventsAnswerItem, Operations, ScanProgress
from .transport import ScanApiError

FIRST_PAUSE_SECONDS = 0.25
LONGEST_PAUSE_SECONDS = 5.0
# Answers of a service, or of what is before it, that will be there again.
PASSING = (408, 429, 502, 503, 504)
LARGEST_PAGE = 100
# A wait of this many seconds for an event is one request.
EVENT_WAIT_SECONDS = 30
T = TypeVar("T")


class ScanFailed(Exception):
    """The scan ended in error; the text says why."""


class ScanTimeout(Exception):
    """The scan did not end in time; it goes on."""


class Client(Operations):
    """A client of the service: every operation as a method, and what takes several of them."""

    def wait_for_report(
        self,
        scan_id: str,
        *,
        timeout_seconds: float = 60.0,
        on_progress: Callable[[ScanProgress], object] | None = None,
    ) -> FullReport:
        """Waits for the end of a scan, over connections that break too. Raises ScanFailed, ScanTimeout or ScanApiError."""
        deadline = time.monotonic() + timeout_seconds
        for progress in self._follow(scan_id, deadline):
            if on_progress:
                on_progress(progress)
            if progress["status"] == "error":
                raise ScanFailed(progress.get("errorMessage", "the scan failed"))
        return self._until_answered(lambda: self.get_scans_by_id_result(scan_id), scan_id, deadline)

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

    def each_event(self, after: str | None = None) -> Iterator[GetEventsAnswerItem]:
        """Events of all scans after a cursor, without an end, over connections that break too: keep `cursor` of the last one
        that was handled, and give it as `after` the next time. None: all that are kept; "latest": those from now on."""
        while True:
            # "latest" becomes a cursor before the first wait: a wait that breaks goes on from there.
            cursor, wait = after, 0 if after == "latest" else EVENT_WAIT_SECONDS
            page = self._until_answered(lambda: self.get_events(after=cursor, wait=wait), "", math.inf)
            yield from page["items"]
            after = page["cursor"]

    def _follow(self, scan_id: str, deadline: float) -> Iterator[ScanProgress]:
        """States of a scan until it has ended; a stream that breaks, ends early or cannot be opened is opened again."""
        pause = FIRST_PAUSE_SECONDS
        while True:
            try:
                left = _left(scan_id, deadline)
                for event in self.events("GET", f"/v1/scans/{scan_id}/events", timeout_seconds=left):
                    pause = FIRST_PAUSE_SECONDS
                    progress = cast(ScanProgress, event)
                    yield progress
                    if progress["status"] in ("completed", "error"):
                        return
                    _left(scan_id, deadline)
            except (OSError, HTTPException, ValueError, ScanApiError) as error:
                _assert_passing(error)
            time.sleep(min(pause, _left(scan_id, deadline)))
            pause = min(pause * 2, LONGEST_PAUSE_SECONDS)

    def _until_answered(self, ask: Callable[[], T], scan_id: str, deadline: float) -> T:
        pause = FIRST_PAUSE_SECONDS
        while True:
            try:
                return ask()
            except (OSError, HTTPException, ScanApiError) as error:
                _assert_passing(error)
            time.sleep(min(pause, _left(scan_id, deadline)))
            pause = min(pause * 2, LONGEST_PAUSE_SECONDS)


def _assert_passing(error: Exception) -> None:
    if isinstance(error, ScanApiError) and error.status not in PASSING:
        raise error


def _left(scan_id: str, deadline: float) -> float:
    """Seconds until the deadline. Raises ScanTimeout."""
    left = deadline - time.monotonic()
    if left <= 0:
        raise ScanTimeout(f"the scan {scan_id} did not end in time")
    return left
