"""Sends requests: retries what is safe to repeat, and turns errors into classes. Standard library only."""

from __future__ import annotations

import json
import random
import re
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from dataclasses import dataclass
from typing import Any, Callable, Dict, Generic, Iterator, List, Mapping, Optional, Tuple, TypeVar

from .errors import ConnectionError, error_of
from .types import Meta

T = TypeVar("T")

_RETRIED = {429, 500, 502, 503, 504}
_LONGEST_WAIT_SECONDS = 30.0


@dataclass(frozen=True)
class Page(Generic[T]):
    """
    A page of rows. `meta["total"]` counts to 10,000; beyond, `meta["more"]` is true. A page that was asked for by `limit` or
    `cursor` has `meta["next_cursor"]` instead of numbers of pages.
    """

    data: List[T]
    meta: Meta


def quoted(value: Any) -> str:
    """A value as part of an address."""
    return urllib.parse.quote(str(value), safe="")


def every_page(read: Callable[[int], Page[T]]) -> Iterator[T]:
    """Every row of every page, fetched as they are read."""
    number = 1
    while True:
        page = read(number)
        yield from page.data
        if not page.data or number >= page.meta.get("last_page", 0):
            return
        number += 1


def every_row(read: Callable[[Optional[str]], Page[T]]) -> Iterator[T]:
    """Every row by cursor: what is in the list when the reading begins comes exactly once."""
    page = read(None)
    yield from page.data
    while cursor := page.meta.get("next_cursor"):
        page = read(cursor)
        yield from page.data


class HttpClient:
    """
    A connection to the API.

    :param key: a secret key; it says whether the test or the live API is meant
    :param base_url: where your Daftar is: ``https://pay.example.com``, without ``/api``
    :param language: of messages to people, ``en`` or ``ar``
    :param version: of the API that answers, ``2026-11-27``; that of the key by default
    :param max_retries: how often a request that failed is sent again
    :param timeout: seconds until a request is given up
    """

    def __init__(
        self,
        key: str,
        base_url: str,
        *,
        language: str = "en",
        version: Optional[str] = None,
        max_retries: int = 2,
        timeout: float = 30.0,
    ) -> None:
        if not re.match(r"[sp]k_(test|live)_", key):
            raise ValueError("A key begins with sk_test_, sk_live_, pk_test_ or pk_live_")
        self._key = key
        self._base = base_url.rstrip("/")
        self._language = language
        self._version = version
        self._max_retries = max_retries
        self._timeout = timeout

    def data(self, method: str, path: str, **request: Any) -> Any:
        return self._json(method, path, **request).get("data")

    def whole(self, method: str, path: str, **request: Any) -> Any:
        return self._json(method, path, **request)

    def page(self, method: str, path: str, **request: Any) -> Page[Any]:
        reply = self._json(method, path, **request)
        return Page(reply["data"], reply["meta"])

    def done(self, method: str, path: str, **request: Any) -> None:
        self._send(method, path, **request)

    def file(self, method: str, path: str, **request: Any) -> bytes:
        return self._send(method, path, **request)

    def _json(self, method: str, path: str, **request: Any) -> Dict[str, Any]:
        reply: Dict[str, Any] = json.loads(self._send(method, path, **request))
        return reply

    def _send(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Mapping[str, Any]] = None,
        body: Any = None,
        form: Optional[Mapping[str, Any]] = None,
        is_idempotent: bool = False,
        idempotency_key: Optional[str] = None,
    ) -> bytes:
        is_test = "_test_" in self._key and not path.startswith("/sandbox/")
        address = f"{self._base}/api{'/sandbox' if is_test else ''}{path}"
        given = {name: _text(value) for name, value in _flat(query or {}) if value is not None}
        if given:
            address += "?" + urllib.parse.urlencode(given)
        headers = {"Authorization": f"Bearer {self._key}", "Accept-Language": self._language}
        if self._version is not None:
            headers["Daftar-Version"] = self._version
        if idempotency_key is None and is_idempotent:
            idempotency_key = str(uuid.uuid4())
        if idempotency_key is not None:
            headers["Idempotency-Key"] = idempotency_key
        content: Optional[bytes] = None
        if form is not None:
            content, headers["Content-Type"] = _multipart(form)
        elif body is not None:
            content = json.dumps(body, ensure_ascii=False, default=str).encode()
            headers["Content-Type"] = "application/json"
        may_repeat = method == "GET" or idempotency_key is not None
        attempt = 0
        while True:
            request = urllib.request.Request(address, data=content, headers=headers, method=method)
            try:
                with urllib.request.urlopen(request, timeout=self._timeout) as reply:
                    read: bytes = reply.read()
                    return read
            except urllib.error.HTTPError as error:
                with error:
                    said = error.read()
                # 429 has done nothing; another error of ours may have, and only a key makes repeating it safe.
                is_again = error.code in _RETRIED and (may_repeat or error.code == 429)
                if not is_again or attempt >= self._max_retries:
                    raise error_of(error.code, _object(said), error.headers) from None
                _wait(attempt, error.headers.get("retry-after"))
            except OSError as error:
                if not may_repeat or attempt >= self._max_retries:
                    raise ConnectionError("Daftar did not answer") from error
                _wait(attempt, None)
            attempt += 1


def _flat(query: Mapping[str, Any]) -> Iterator[Tuple[str, Any]]:
    """Parameters by name; of a mapping each of its keys, as in ``metadata[branch]=Zamalek``; of a list one text."""
    for name, value in query.items():
        if isinstance(value, Mapping):
            yield from ((f"{name}[{key}]", one) for key, one in value.items())
        elif isinstance(value, (list, tuple)):
            yield name, ",".join(_text(one) for one in value)
        else:
            yield name, value


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(int(value) if isinstance(value, int) else value)


def _object(said: bytes) -> Mapping[str, Any]:
    try:
        body = json.loads(said)
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}


def _wait(attempt: int, retry_after: Optional[str]) -> None:
    asked = float(retry_after) if retry_after and retry_after.isdigit() else 0.0
    wait = asked or 0.5 * 2**attempt * (0.5 + random.random() / 2)
    time.sleep(min(wait, _LONGEST_WAIT_SECONDS))


def _multipart(form: Mapping[str, Any]) -> Tuple[bytes, str]:
    """Encode fields; a file is a pair of its name and its bytes."""
    boundary = uuid.uuid4().hex
    parts: List[bytes] = []
    for name, value in form.items():
        if value is None:
            continue
        head = f'--{boundary}\r\nContent-Disposition: form-data; name="{_quoted(name)}"'
        if isinstance(value, tuple):
            file_name, content = value
            head += f'; filename="{_quoted(file_name)}"\r\nContent-Type: application/octet-stream'
        else:
            content = _text(value).encode()
        parts.append(head.encode() + b"\r\n\r\n" + content + b"\r\n")
    parts.append(f"--{boundary}--\r\n".encode())
    return b"".join(parts), f"multipart/form-data; boundary={boundary}"


def _quoted(text: str) -> str:
    return text.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")
