"""Client of the Solar Scan Service: every operation, waiting for reports, lists to their end, and the verifier of webhooks."""

from .client import Client, ScanFailed, ScanTimeout
from .errors import ScanApiError, ScanCallError
from .retry import Clock
from .transport import Upload
from .webhooks import verify_webhook

__all__ = ["Client", "Clock", "ScanApiError", "ScanCallError", "ScanFailed", "ScanTimeout", "Upload", "verify_webhook"]
