<?php

declare(strict_types=1);

namespace Daftar;

/** An answer that is no success. Its message is for people, in the client's language. */
class DaftarError extends \RuntimeException
{
    /** The HTTP status; 0 when there was no answer. */
    public readonly int $status;
    /** @var ErrorCode::*|string A stable word for what went wrong; empty where there is none. */
    public readonly string $errorCode;
    /** The field that is wrong; empty for errors of no field. */
    public readonly string $param;
    /** @var array<string, list<string>> What is wrong with each field. */
    public readonly array $errors;
    /** Where the error is explained. */
    public readonly string $docUrl;
    /** Quote it when you write to us. */
    public readonly string $requestId;
    /** Seconds to wait after 429; otherwise 0. */
    public readonly int $retryAfter;

    /**
     * @param array<string, mixed> $body
     * @param array<string, string> $headers in lower case
     */
    final public function __construct(string $message, int $status = 0, array $body = [], array $headers = [], ?\Throwable $previous = null)
    {
        parent::__construct($message, $status, $previous);
        $this->status = $status;
        $this->errorCode = (string) ($body['code'] ?? '');
        $this->errors = (array) ($body['errors'] ?? []);
        $this->param = (string) ($body['param'] ?? array_key_first($this->errors) ?? '');
        $this->docUrl = (string) ($body['doc_url'] ?? '');
        $this->requestId = (string) ($body['requestId'] ?? $headers['x-request-id'] ?? '');
        $this->retryAfter = $status === 429 ? (int) ($headers['retry-after'] ?? 0) : 0;
    }

    /**
     * The error of an answer.
     *
     * @param array<string, mixed> $body
     * @param array<string, string> $headers in lower case
     */
    public static function of(int $status, array $body, array $headers): self
    {
        $said = $body['message'] ?? "HTTP $status";
        $message = is_array($said) ? implode(' ', $said) : (string) $said;
        $class = match (true) {
            in_array($status, [400, 413, 415, 422], true) => InvalidRequestError::class,
            $status === 401 => AuthenticationError::class,
            $status === 403 => PermissionError::class,
            $status === 404 => NotFoundError::class,
            $status === 409 => ConflictError::class,
            $status === 429 => RateLimitError::class,
            $status >= 500 => ServerError::class,
            default => self::class,
        };
        return new $class($message, $status, $body, $headers);
    }
}

/** 400, 422: the request breaks a rule, or fields are invalid (`errors`). */
class InvalidRequestError extends DaftarError
{
}

/** 401: no key, or not a valid one. */
class AuthenticationError extends DaftarError
{
}

/** 403: the key may not do this. */
class PermissionError extends DaftarError
{
}

/** 404: there is no such thing, or it is not yours. */
class NotFoundError extends DaftarError
{
}

/** 409: the idempotency key was used for another request, or something changed meanwhile. */
class ConflictError extends DaftarError
{
}

/** 429: too many requests. */
class RateLimitError extends DaftarError
{
}

/** 5xx: an error on our side; whether the call did something is unknown unless it is repeated with its key. */
class ServerError extends DaftarError
{
}

/** No answer came: whether the call did something is unknown unless it is repeated with its key. */
class ConnectionError extends DaftarError
{
}

/** The webhook is not from Daftar, or is an old one sent again. */
class SignatureError extends DaftarError
{
}
