"""Calls of the Python client at hostile addresses: cases on standard input, their endings on standard output, as JSON."""

import json
import sys
import time

from solar_scan_client import Client, Clock

SITE = {"location": {"lat": 51.44, "lon": 5.48}, "inputMethod": "known", "yearlyKwh": 3500}


def exhausted(stream):
    for _ in stream:
        pass


CALLS = {
    "scan": lambda client: client.post_scans(SITE),
    "waitingScan": lambda client: client.post_scans(SITE, prefer="wait=5"),
    "batch": lambda client: client.post_scans_batch({"scans": [SITE]}),
    "bulk": lambda client: client.post_scans_bulk(json.dumps(SITE) + "\n"),
    "profile": lambda client: client.post_studio_profiles({"name": "A"}),
    "read": lambda client: client.get_scans_by_id_status("1"),
    "webhookTest": lambda client: client.post_webhook_endpoints_by_id_test("1"),
    "results": lambda client: exhausted(client.each_batch_result("1")),
    "states": lambda client: exhausted(client.get_scans_by_id_events("1")),
    "remove": lambda client: client.delete_scans_by_id("1"),
    "report": lambda client: client.wait_for_report("1", timeout_seconds=0.3),
}


def ending(case):
    pauses = []

    def sleep(seconds):
        pauses.append(seconds)

    # Time passes by the pauses alone, apart from the time that the calls take.
    clock = Clock(lambda: time.time() + sum(pauses), sleep)
    client = Client(case["address"], api_key="key", timeout_seconds=case.get("timeoutSeconds"), clock=clock)
    try:
        made = CALLS[case["call"]](client)
    except Exception as error:
        error_fields = {name: getattr(error, name, None) for name in ("code", "reason", "status", "idempotency_key")}
        cause = error.__cause__
        return {**error_fields, "type": type(error).__name__, "message": str(error), "hasCause": cause is not None, "pauses": pauses}
    return {"id": (made or {}).get("id"), "pauses": pauses}


print(json.dumps([ending(case) for case in json.load(sys.stdin)]))
