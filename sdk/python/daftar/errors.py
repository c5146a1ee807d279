"""Errors, one class for each kind of answer."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Optional

from .error_codes import ErrorCode


class DaftarError(Exception):
    """An answer that is no success. Its text is for people, in the client's language."""

    def __init__(
        self,
        message: str,
        status: int = 0,
        body: Optional[Mapping[str, Any]] = None,
        request_id: str = "",
    ) -> None:
        super().__init__(message)
        body = body or {}
        #: The HTTP status; 0 when there was no answer.
        self.status = status
        #: A stable word for what went wrong; empty where there is none.
        self.code: ErrorCode = body.get("code") or ""
        #: What is wrong with each field.
        self.errors: Dict[str, List[str]] = body.get("errors") or {}
        #: The field that is wrong; empty for errors of no field.
        self.param: str = body.get("param") or next(iter(self.errors), "")
        #: Where the error is explained.
        self.doc_url: str = body.get("doc_url") or ""
        #: Quote it when you write to us.
        self.request_id: str = body.get("requestId") or request_id


class InvalidRequestError(DaftarError):
    """400, 422: the request breaks a rule, or fields are invalid (`errors`)."""


class AuthenticationError(DaftarError):
    """401: no key, or not a valid one."""


class PermissionError(DaftarError):
    """403: the key may not do this."""


class NotFoundError(DaftarError):
    """404: there is no such thing, or it is not yours."""


class ConflictError(DaftarError):
    """409: the key was used for another request, or something changed meanwhile."""


class RateLimitError(DaftarError):
    """429: too many requests. `retry_after` is in seconds."""

    retry_after: int = 0


class ServerError(DaftarError):
    """5xx: an error on our side; whether the call did something is unknown unless repeated with its key."""


class ConnectionError(DaftarError):
    """No answer came: whether the call did something is unknown unless repeated with its key."""


class SignatureError(DaftarError):
    """The webhook is not from Daftar, or is an old one sent again."""


_CLASSES = {
    400: InvalidRequestError,
    401: AuthenticationError,
    403: PermissionError,
    404: NotFoundError,
    409: ConflictError,
    413: InvalidRequestError,
    415: InvalidRequestError,
    422: InvalidRequestError,
    429: RateLimitError,
}


def error_of(status: int, body: Mapping[str, Any], headers: Mapping[str, str]) -> DaftarError:
    """Make the error of an answer."""
    said = body.get("message") or f"HTTP {status}"
    message = " ".join(said) if isinstance(said, list) else str(said)
    kind = _CLASSES.get(status) or (ServerError if status >= 500 else DaftarError)
    error = kind(message, status, body, headers.get("x-request-id") or "")
    if isinstance(error, RateLimitError):
        waited = headers.get("retry-after") or ""
        error.retry_after = int(waited) if waited.isdigit() else 0
    return error
