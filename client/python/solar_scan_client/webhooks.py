"""The verifier of webhooks, for receivers."""

from __future__ import annotations

import hashlib
import hmac
import re
import time

DEFAULT_TOLERANCE_SECONDS = 300


def verify_webhook(
    raw_body: bytes,
    signature: str | None,
    secret: str,
    *,
    tolerance_seconds: float = DEFAULT_TOLERANCE_SECONDS,
    now_seconds: float | None = None,
) -> bool:
    """Whether a webhook was sent by the service. `raw_body` is the body as it arrived, `signature` the header
    X-Service-Signature, `secret` the endpoint's whsec_ secret. False for a signature that is missing, malformed, wrong or
    too old: answer 401."""
    found = re.fullmatch(r"t=(\d{1,12})((?:,v1=[0-9a-f]{64}){1,4})", signature or "")
    if not found:
        return False
    key = hashlib.sha256(secret.encode()).hexdigest().encode()
    expected = hmac.new(key, f"{found[1]}.".encode() + raw_body, hashlib.sha256).hexdigest()
    # Several while a secret and its successor overlap.
    if not any(hmac.compare_digest(expected, given) for given in found[2].split(",v1=")[1:]):
        return False
    return abs((time.time() if now_seconds is None else now_seconds) - int(found[1])) <= tolerance_seconds
