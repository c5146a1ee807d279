<?php

declare(strict_types=1);

namespace Daftar\WooCommerce;

/** The website of an address: `https://pay.example:8443`; null for anything else. */
function origin_of(string $url): ?string
{
    $parts = wp_parse_url($url);
    if (!is_array($parts) || !in_array($parts['scheme'] ?? '', ['https', 'http'], true) || ($parts['host'] ?? '') === '') {
        return null;
    }
    return strtolower("{$parts['scheme']}://{$parts['host']}") . (isset($parts['port']) ? ":{$parts['port']}" : '');
}

/**
 * Whether a website's script may run in the pages of this one. Whoever writes a post chooses the link in it, and may not choose
 * scripts: only the Daftar of the settings is trusted, and what the filter `daftar_origins` adds, such as a domain of one's own.
 */
function is_own_origin(string $origin): bool
{
    $settings = get_option(OPTION, []);
    $own = apply_filters('daftar_origins', [is_array($settings) ? (string) ($settings['url'] ?? '') : '']);
    return in_array($origin, array_map(static fn ($url): ?string => origin_of((string) $url), (array) $own), true);
}

/**
 * `[daftar_pay link="https://…/pay/…"]Pay now[/daftar_pay]`: a payment link, which opens over the page where Daftar allows the
 * website. Without its script, and of a Daftar that is not this website's, it stays a link.
 *
 * @param array<string, string>|string $attributes `link`; `as`: `dialog` (default), `inline` or `link`
 */
function pay_link(array|string $attributes, ?string $content = null): string
{
    ['link' => $link, 'as' => $as] = shortcode_atts(['link' => '', 'as' => 'dialog'], (array) $attributes);
    $origin = origin_of($link);
    $path = wp_parse_url($link)['path'] ?? '';
    if ($origin === null || preg_match('#^/pay/[\w-]{20,64}$#D', $path) !== 1) {
        return '';
    }
    $label = $content === null || trim($content) === '' ? __('Pay now', 'daftar') : wp_kses_post($content);
    if (!in_array($as, ['dialog', 'inline'], true) || !is_own_origin($origin)) {
        return sprintf('<a href="%s">%s</a>', esc_url($link), $label);
    }
    wp_enqueue_script('daftar-embed', "$origin/embed/v1.js", [], null, ['strategy' => 'async', 'in_footer' => true]);
    return sprintf('<a href="%s" data-daftar="%s">%s</a>', esc_url($link), esc_attr($as), $label);
}
