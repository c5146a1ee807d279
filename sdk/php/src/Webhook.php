<?php

declare(strict_types=1);

namespace Daftar;

/**
 * Verifies webhooks by the Standard Webhooks specification (https://www.standardwebhooks.com), and results of payments.
 *
 * @phpstan-import-type WebhookEvent from Types
 */
final class Webhook
{
    private const TOLERANCE_SECONDS = 300;
    private const PREFIX = 'whsec_';

    /**
     * Reads a webhook that Daftar signed.
     *
     * @param string $body the request's body exactly as it came: `file_get_contents('php://input')`
     * @param array<string, string> $headers of the request in any case, or `$_SERVER`
     * @param string $secret `whsec_…`, from the webhook settings; while a secret is replaced both are valid
     * @param int|null $now in seconds, for tests
     * @return WebhookEvent
     * @throws SignatureError when it is not ours, or older than five minutes
     */
    public static function verify(string $body, array $headers, #[\SensitiveParameter] string $secret, ?int $now = null): array
    {
        $given = [];
        foreach ($headers as $name => $value) {
            $given[strtolower(str_replace(['HTTP_', '_'], ['', '-'], (string) $name))] = is_scalar($value) ? (string) $value : '';
        }
        $id = $given['webhook-id'] ?? '';
        $timestamp = $given['webhook-timestamp'] ?? '';
        $signatures = $given['webhook-signature'] ?? '';
        if ($id === '' || !preg_match('/^\d{1,12}$/D', $timestamp) || $signatures === '') {
            throw new SignatureError('The headers of a webhook are missing');
        }
        if (abs(($now ?? time()) - (int) $timestamp) > self::TOLERANCE_SECONDS) {
            throw new SignatureError('The webhook is older than five minutes');
        }
        $key = self::keyOf($secret);
        $ours = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
        foreach (explode(' ', $signatures) as $each) {
            if (hash_equals($ours, $each)) {
                return json_decode($body, true, 64, JSON_THROW_ON_ERROR);
            }
        }
        throw new SignatureError('The signature is not right');
    }

    /**
     * Reads the signed result in the address that a payer was led to. Hand over goods only when the webhook or the API says so.
     * `received` is money that does not pay the link; `pending` is what nobody knows yet.
     *
     * @param string $url the whole address, or its query from `?` on: `$_SERVER['REQUEST_URI']`
     * @param string $secret `whsec_…`, from the webhook settings; while a secret is replaced both are valid
     * @return array{status: string, reference: string, link: string, timestamp: int} compare `link` with the one of the order:
     *     results of others are signed too
     * @throws SignatureError when it is not ours
     */
    public static function verifyResult(string $url, #[\SensitiveParameter] string $secret): array
    {
        parse_str(explode('#', explode('?', $url, 2)[1] ?? '', 2)[0], $query);
        $given = [];
        foreach (['status', 'reference', 'link', 'timestamp', 'signature'] as $name) {
            $value = $query["daftar_$name"] ?? '';
            $given[$name] = is_string($value) ? $value : '';
        }
        $signatures = array_pop($given);
        $digest = hash_hmac('sha256', implode('.', $given), self::keyOf($secret), true);
        $ours = rtrim(strtr(base64_encode($digest), '+/', '-_'), '=');
        foreach (explode('.', $signatures) as $each) {
            if (hash_equals($ours, $each)) {
                return [...$given, 'timestamp' => (int) $given['timestamp']];
            }
        }
        throw new SignatureError('The signature is not right');
    }

    private static function keyOf(#[\SensitiveParameter] string $secret): string
    {
        $key = base64_decode(substr($secret, strlen(self::PREFIX)), true);
        if ($key === false || $key === '') {
            throw new \InvalidArgumentException('A secret begins with whsec_');
        }
        return $key;
    }
}
