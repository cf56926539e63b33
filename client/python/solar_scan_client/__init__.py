"""Client of the Solar Scan Service: every operation, waiting for reports, lists to their end, and the verifier of webhooks."""

from .client import Client, ScanFailed, ScanTimeout
from .transport import ScanApiError, Upload
from .webhooks import verify_webhook

__all__ = ["Client", "ScanApiError", "ScanFailed", "ScanTimeout", "Upload", "verify_webhook"]
