"""Daftar's API for Python. See README.md."""

from .error_codes import ErrorCode, KnownErrorCode
from .errors import (
    AuthenticationError,
    ConflictError,
    ConnectionError,
    DaftarError,
    InvalidRequestError,
    NotFoundError,
    PermissionError,
    RateLimitError,
    ServerError,
    SignatureError,
)
from .http import Page
from . import types as _types
from .resources import Daftar
from .types import *  # noqa: F403 - TransactionStatus, PaymentLinkStatus and the other names of codes
from .webhooks import PaymentResult, verify_result, verify_webhook

__all__ = [
    "AuthenticationError",
    "ConflictError",
    "ConnectionError",
    "Daftar",
    "DaftarError",
    "ErrorCode",
    "InvalidRequestError",
    "KnownErrorCode",
    "NotFoundError",
    "Page",
    "PaymentResult",
    "PermissionError",
    "RateLimitError",
    "ServerError",
    "SignatureError",
    "verify_result",
    "verify_webhook",
    *_types.__all__,
]
