<?php

declare(strict_types=1);

namespace Daftar;

/** Sends requests: retries what is safe to repeat, and turns errors into classes. Needs no extension but OpenSSL for https. */
class HttpClient
{
    private const RETRIED = [429, 500, 502, 503, 504];
    private const LONGEST_WAIT_SECONDS = 30.0;

    private readonly string $baseUrl;

    /**
     * @param string $key a secret key
     * @param string $baseUrl where your Daftar is: `https://pay.example.com`, without `/api`
     * @param array{language?: 'en'|'ar', version?: string, maxRetries?: int, timeout?: float} $options `version` of the API that answers,
     *   `2026-11-27`, that of the key by default; `timeout` in seconds
     */
    public function __construct(#[\SensitiveParameter] private readonly string $key, string $baseUrl, private readonly array $options = [])
    {
        if (!preg_match('/^[sp]k_(test|live)_/', $key)) {
            throw new \InvalidArgumentException('A key begins with sk_test_, sk_live_, pk_test_ or pk_live_');
        }
        $this->baseUrl = rtrim($baseUrl, '/');
    }

    /** @param array<string, mixed> $request */
    public function data(string $method, string $path, array $request): mixed
    {
        return $this->json($method, $path, $request)['data'] ?? null;
    }

    /**
     * @param array<string, mixed> $request
     * @return array<string, mixed>
     */
    public function whole(string $method, string $path, array $request): array
    {
        return $this->json($method, $path, $request);
    }

    /**
     * @param array<string, mixed> $request
     * @return Page<mixed>
     */
    public function page(string $method, string $path, array $request): Page
    {
        $reply = $this->json($method, $path, $request);
        return new Page($reply['data'], $reply['meta']);
    }

    /** @param array<string, mixed> $request */
    public function done(string $method, string $path, array $request): void
    {
        $this->send($method, $path, $request);
    }

    /** @param array<string, mixed> $request */
    public function file(string $method, string $path, array $request): string
    {
        return $this->send($method, $path, $request);
    }

    /**
     * Every row of every page, fetched as they are read.
     *
     * @template T
     * @param \Closure(int): Page<T> $read
     * @return \Generator<int, T>
     */
    public static function everyPage(\Closure $read): \Generator
    {
        for ($number = 1; ; $number += 1) {
            $page = $read($number);
            foreach ($page->data as $row) {
                yield $row;
            }
            if ($page->data === [] || $number >= ($page->meta['last_page'] ?? 0)) {
                return;
            }
        }
    }

    /**
     * Every row by cursor: what is in the list when the reading begins comes exactly once.
     *
     * @template T
     * @param \Closure(array{cursor?: string}): Page<T> $read
     * @return \Generator<int, T>
     */
    public static function everyRow(\Closure $read): \Generator
    {
        $from = [];
        do {
            $page = $read($from);
            foreach ($page->data as $row) {
                yield $row;
            }
            $from = ['cursor' => $page->meta['next_cursor'] ?? null];
        } while ($from['cursor'] !== null);
    }

    /**
     * @param array<string, mixed> $request
     * @return array<string, mixed>
     */
    private function json(string $method, string $path, array $request): array
    {
        return json_decode($this->send($method, $path, $request), true, 64, JSON_THROW_ON_ERROR);
    }

    /** @param array<string, mixed> $request */
    private function send(string $method, string $path, array $request): string
    {
        $isTest = str_contains($this->key, '_test_') && !str_starts_with($path, '/sandbox/');
        $address = $this->baseUrl . '/api' . ($isTest ? '/sandbox' : '') . $path;
        $query = array_map(
            static fn (mixed $value): mixed => match (true) {
                is_bool($value) => $value ? 'true' : 'false',
                // A list is one text; an array with names, such as metadata, is a parameter for each.
                is_array($value) && $value !== [] && array_is_list($value) => implode(',', $value),
                default => $value,
            },
            array_filter($request['query'] ?? [], static fn (mixed $value): bool => $value !== null),
        );
        if ($query !== []) {
            $address .= '?' . http_build_query($query, '', '&', PHP_QUERY_RFC3986);
        }
        $idempotencyKey = $request['idempotencyKey'] ?? (($request['isIdempotent'] ?? false) ? bin2hex(random_bytes(16)) : null);
        $headers = ["Authorization: Bearer $this->key", 'Accept-Language: ' . ($this->options['language'] ?? 'en')];
        if (isset($this->options['version'])) {
            $headers[] = 'Daftar-Version: ' . str_replace(["\r", "\n"], '', $this->options['version']);
        }
        if ($idempotencyKey !== null) {
            $headers[] = 'Idempotency-Key: ' . str_replace(["\r", "\n"], '', $idempotencyKey);
        }
        $content = null;
        if (isset($request['form'])) {
            [$content, $type] = self::multipart($request['form']);
            $headers[] = "Content-Type: $type";
        } elseif (isset($request['body'])) {
            $content = json_encode($request['body'] === [] ? new \stdClass() : $request['body'], JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_PRESERVE_ZERO_FRACTION);
            $headers[] = 'Content-Type: application/json';
        }
        $mayRepeat = $method === 'GET' || $idempotencyKey !== null;
        $most = $this->options['maxRetries'] ?? 2;
        for ($attempt = 0; ; $attempt += 1) {
            $http = ['method' => $method, 'header' => $headers, 'ignore_errors' => true, 'follow_location' => 0, 'timeout' => $this->options['timeout'] ?? 30.0];
            if ($content !== null) {
                $http['content'] = $content;
            }
            $http_response_header = [];
            $said = @file_get_contents($address, false, stream_context_create(['http' => $http]));
            [$status, $answered] = self::headersOf($http_response_header);
            if ($said === false || $status === 0) {
                if (!$mayRepeat || $attempt >= $most) {
                    throw new ConnectionError('Daftar did not answer');
                }
                self::waitFor($attempt, 0);
                continue;
            }
            if ($status < 300) {
                return $said;
            }
            // 429 has done nothing; another error of ours may have, and only a key makes repeating it safe.
            $isAgain = in_array($status, self::RETRIED, true) && ($mayRepeat || $status === 429);
            if (!$isAgain || $attempt >= $most) {
                $body = json_decode($said, true);
                throw DaftarError::of($status, is_array($body) ? $body : [], $answered);
            }
            self::waitFor($attempt, (int) ($answered['retry-after'] ?? 0));
        }
    }

    /**
     * @param list<string> $lines
     * @return array{int, array<string, string>}
     */
    private static function headersOf(array $lines): array
    {
        $status = 0;
        $headers = [];
        foreach ($lines as $line) {
            if (preg_match('#^HTTP/\S+ (\d{3})#', $line, $found)) {
                $status = (int) $found[1];
                $headers = [];
            } elseif (str_contains($line, ':')) {
                [$name, $value] = explode(':', $line, 2);
                $headers[strtolower(trim($name))] = trim($value);
            }
        }
        return [$status, $headers];
    }

    private static function waitFor(int $attempt, int $retryAfter): void
    {
        $wait = $retryAfter > 0 ? (float) $retryAfter : 0.5 * 2 ** $attempt * (0.5 + mt_rand() / mt_getrandmax() / 2);
        usleep((int) (min($wait, self::LONGEST_WAIT_SECONDS) * 1_000_000));
    }

    /**
     * Encodes fields; a file is a pair of its name and its bytes.
     *
     * @param array<string, mixed> $form
     * @return array{string, string}
     */
    private static function multipart(array $form): array
    {
        $boundary = bin2hex(random_bytes(16));
        $quoted = static fn (string $text): string => str_replace(['"', "\r", "\n"], ['%22', '%0D', '%0A'], $text);
        $content = '';
        foreach ($form as $name => $value) {
            if ($value === null) {
                continue;
            }
            $content .= "--$boundary\r\nContent-Disposition: form-data; name=\"{$quoted($name)}\"";
            if (is_array($value)) {
                [$file, $value] = $value;
                $content .= "; filename=\"{$quoted($file)}\"\r\nContent-Type: application/octet-stream";
            }
            $content .= "\r\n\r\n" . (is_bool($value) ? ($value ? 'true' : 'false') : $value) . "\r\n";
        }
        return ["$content--$boundary--\r\n", "multipart/form-data; boundary=$boundary"];
    }
}
