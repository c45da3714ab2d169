"""The second checkers: plain Python that shares no code with the engine.

`certificate` checks certificates of connections, `amazons` results of Amazons. Both run as scripts too.

>>> from tesuji.checker import check_certificate
>>> check_certificate(b"nonsense")
Traceback (most recent call last):
...
ValueError: not a certificate of format 1 or 2
"""

from .amazons import check as check_amazons
from .certificate import Certificate

__all__ = ["check_amazons", "check_certificate"]


def check_certificate(data: bytes) -> str:
    """Checks the bytes of a certificate, and says what it proves. Raises ValueError if it proves nothing."""
    return Certificate(data).summary
