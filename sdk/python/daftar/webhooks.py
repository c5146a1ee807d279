"""Verifies webhooks by the Standard Webhooks specification (https://www.standardwebhooks.com), and results of payments."""

from __future__ import annotations

import base64
import binascii
import hmac
import json
import time
from typing import Mapping, Optional, TypedDict, Union, cast
from urllib.parse import parse_qs, urlsplit

from .errors import SignatureError
from .types import WebhookEvent

_TOLERANCE_SECONDS = 300
_PREFIX = "whsec_"


def verify_webhook(
    body: Union[str, bytes],
    headers: Mapping[str, str],
    secret: str,
    now: Optional[float] = None,
) -> WebhookEvent:
    """
    Read a webhook that Daftar signed.

    :param body: the request's body exactly as it came, before JSON is parsed
    :param headers: of the request, in any case
    :param secret: ``whsec_…``, from the webhook settings; while a secret is replaced both are valid
    :param now: in seconds, for tests
    :raises SignatureError: when it is not ours, or older than five minutes
    """
    given = {name.lower(): value for name, value in headers.items()}
    message_id = given.get("webhook-id", "")
    timestamp = given.get("webhook-timestamp", "")
    signatures = given.get("webhook-signature", "")
    if not (message_id and timestamp.isdigit() and len(timestamp) <= 12 and signatures):
        raise SignatureError("The headers of a webhook are missing")
    if abs((time.time() if now is None else now) - int(timestamp)) > _TOLERANCE_SECONDS:
        raise SignatureError("The webhook is older than five minutes")
    content = body.encode() if isinstance(body, str) else bytes(body)
    key = base64.b64decode(secret[len(_PREFIX) :])
    ours = hmac.digest(key, f"{message_id}.{timestamp}.".encode() + content, "sha256")
    for each in signatures.split(" "):
        version, _, value = each.partition(",")
        try:
            theirs = base64.b64decode(value, validate=True)
        except (binascii.Error, ValueError):
            continue
        if version == "v1" and hmac.compare_digest(theirs, ours):
            return cast(WebhookEvent, json.loads(content))
    raise SignatureError("The signature is not right")


class PaymentResult(TypedDict):
    """How a payment ended, as the payer's browser brings it to a link's ``success_url`` or ``cancel_url``."""

    status: str
    """``succeeded``, ``received`` (money that does not pay the link), ``failed``, ``canceled``, ``expired``, ``pending``"""
    reference: str
    """The transaction: ``TRX-…``"""
    link: str
    """The link: ``LNK-…``. Compare it with the one of the order: results of others are signed too."""
    timestamp: int
    """When the page was shown, in seconds since 1970"""


def verify_result(url: str, secret: str) -> PaymentResult:
    """
    Read the signed result in the address that a payer was led to. Hand over goods only when the webhook or the API says so.

    :param url: the whole address, or its query from ``?`` on
    :param secret: ``whsec_…``, from the webhook settings; while a secret is replaced both are valid
    :raises SignatureError: when it is not ours
    """
    query = parse_qs(urlsplit(url).query)
    status, reference, link, timestamp, signatures = (
        query.get(f"daftar_{name}", [""])[0] for name in ("status", "reference", "link", "timestamp", "signature")
    )
    key = base64.b64decode(secret[len(_PREFIX) :])
    content = ".".join((status, reference, link, timestamp))
    digest = hmac.digest(key, content.encode(), "sha256")
    ours = base64.urlsafe_b64encode(digest).rstrip(b"=")
    if not any(hmac.compare_digest(each.encode(), ours) for each in signatures.split(".")):
        raise SignatureError("The signature is not right")
    return {"status": status, "reference": reference, "link": link, "timestamp": int(timestamp)}
