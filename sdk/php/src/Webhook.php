<?php

declare(strict_types=1);

namespace Daftar;

/**
 * Verifies webhooks by the Standard Webhooks specification (https://www.standardwebhooks.com).
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
        $key = base64_decode(substr($secret, strlen(self::PREFIX)), true);
        if ($key === false || $key === '') {
            throw new \InvalidArgumentException('A secret begins with whsec_');
        }
        $ours = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
        foreach (explode(' ', $signatures) as $each) {
            if (hash_equals($ours, $each)) {
                return json_decode($body, true, 64, JSON_THROW_ON_ERROR);
            }
        }
        throw new SignatureError('The signature is not right');
    }
}
