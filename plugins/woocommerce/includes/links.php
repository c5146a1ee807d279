<?php

declare(strict_types=1);

namespace Daftar\WooCommerce;

/**
 * `[daftar_pay link="https://…/pay/…"]Pay now[/daftar_pay]`: a payment link, which opens over the page where Daftar allows the
 * website. Without its script it stays a link.
 *
 * @param array<string, string>|string $attributes `link`; `as`: `dialog` (default), `inline` or `link`
 */
function pay_link(array|string $attributes, ?string $content = null): string
{
    ['link' => $link, 'as' => $as] = shortcode_atts(['link' => '', 'as' => 'dialog'], (array) $attributes);
    $parts = wp_parse_url($link);
    $is_payment_page = is_array($parts)
        && in_array($parts['scheme'] ?? '', ['https', 'http'], true)
        && preg_match('#^/pay/[\w-]{20,64}$#D', $parts['path'] ?? '') === 1;
    if (!$is_payment_page) {
        return '';
    }
    $label = $content === null || trim($content) === '' ? __('Pay now', 'daftar') : wp_kses_post($content);
    if (!in_array($as, ['dialog', 'inline'], true)) {
        return sprintf('<a href="%s">%s</a>', esc_url($link), $label);
    }
    $port = isset($parts['port']) ? ":{$parts['port']}" : '';
    wp_enqueue_script('daftar-embed', "{$parts['scheme']}://{$parts['host']}$port/embed/v1.js", [], null, ['strategy' => 'async', 'in_footer' => true]);
    return sprintf('<a href="%s" data-daftar="%s">%s</a>', esc_url($link), esc_attr($as), $label);
}
