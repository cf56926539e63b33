"""When a call is sent again, as in client/retry.ts."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from email.utils import parsedate_to_datetime
from math import isfinite
from typing import NamedTuple

from .errors import ScanApiError, ScanCallError

# Attempts of a call in all, and the time from its begin in which attempts begin.
MAX_ATTEMPTS = 6
RETRY_WITHIN_SECONDS = 60.0
# The pause after the first attempt at most, doubled by each next one; at least half of it is waited.
FIRST_PAUSE_SECONDS = 1.0
# Statuses of a service, or of a proxy before it, that will pass.
PASSING = (408, 429, 502, 503, 504)


class Clock(NamedTuple):
    """Time as the client uses it: a test replaces it, so that it waits for nothing."""

    now: Callable[[], float] = time.time
    """Unix seconds."""
    sleep: Callable[[float], object] = time.sleep


def is_passing(error: Exception) -> bool:
    """True where the same request may succeed later."""
    if isinstance(error, ScanCallError):
        return error.code == "NO_ANSWER"
    if not isinstance(error, ScanApiError):
        return False
    if error.status == 409:
        return error.code == "STILL_RUNNING"
    # The quota of a month is not over in a minute; JSON that cannot be read is an answer that was cut off.
    is_cut_off = isinstance(error.__cause__, ValueError)
    return is_cut_off or (error.status in PASSING and error.code != "QUOTA_USED_UP")


def _is_postponed(error: Exception) -> bool:
    """True where the service says itself that it has not done the request, and when it will."""
    return isinstance(error, ScanApiError) and error.status in (429, 503) and error.retry_after_seconds is not None


def retry_pause(
    error: Exception, *, attempt: int, max_attempts: int, elapsed: float, is_repeatable: bool
) -> float | None:
    """Seconds until the attempt after one that failed, counted from 1; None where there is none."""
    left = RETRY_WITHIN_SECONDS - elapsed
    if attempt >= max_attempts or left <= 0 or not is_passing(error):
        return None
    if not is_repeatable and not _is_postponed(error):
        return None
    backoff = FIRST_PAUSE_SECONDS * 2 ** (attempt - 1) * random.uniform(0.5, 1)
    return min(max(retry_after_of(error), backoff), left)


def retry_after_of(error: Exception) -> float:
    """Seconds of an error's Retry-After; 0 without one."""
    return (isinstance(error, ScanApiError) and error.retry_after_seconds) or 0.0


def retry_after_seconds(header: str | None, now: float) -> float | None:
    """Seconds of a Retry-After header, which holds seconds or an HTTP date (RFC 9110, 10.2.3)."""
    if header is None or not header.strip():
        return None
    try:
        seconds = float(header)
    except ValueError:
        try:
            seconds = parsedate_to_datetime(header).timestamp() - now
        except ValueError:
            return None
    return max(0.0, seconds) if isfinite(seconds) else None
