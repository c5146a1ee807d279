<?php

declare(strict_types=1);

namespace Daftar\WooCommerce;

/**
 * The settings of a website without WooCommerce: only links are paid there, and only the address of its Daftar is asked for. With
 * WooCommerce the gateway asks for it among its own settings, in the same option.
 */
function has_woocommerce(): bool
{
    return class_exists('WC_Payment_Gateway');
}

/** The page where the address is entered. */
function settings_url(): string
{
    return admin_url(has_woocommerce() ? 'admin.php?page=wc-settings&tab=checkout&section=daftar' : 'options-general.php?page=daftar');
}

function add_settings_page(): void
{
    if (!has_woocommerce()) {
        add_options_page('Daftar', 'Daftar', 'manage_options', 'daftar', __NAMESPACE__ . '\\show_settings_page');
    }
}

function register_link_settings(): void
{
    if (has_woocommerce()) {
        return;
    }
    register_setting('daftar', OPTION, ['type' => 'array', 'sanitize_callback' => __NAMESPACE__ . '\\sanitized_settings']);
    add_settings_section('daftar', '', '__return_empty_string', 'daftar');
    $title = __('Address of your Daftar', 'daftar');
    add_settings_field('daftar-url', $title, __NAMESPACE__ . '\\show_url_field', 'daftar', 'daftar', ['label_for' => 'daftar-url']);
}

/**
 * Keeps what the option holds besides, such as the keys of a shop whose WooCommerce is switched off for a while.
 *
 * @return array<string, mixed>
 */
function sanitized_settings(mixed $given): array
{
    $kept = get_option(OPTION, []);
    $kept = is_array($kept) ? $kept : [];
    $url = is_array($given) ? trim((string) ($given['url'] ?? '')) : '';
    if ($url !== '' && origin_of($url) === null) {
        add_settings_error(OPTION, 'daftar-url', __('Enter the address of your Daftar, such as https://pay.example.com', 'daftar'));
        return $kept;
    }
    return [...$kept, 'url' => $url];
}

function show_url_field(): void
{
    $settings = get_option(OPTION, []);
    printf(
        '<input type="url" class="regular-text ltr" id="daftar-url" name="%s[url]" value="%s" placeholder="https://pay.example.com">'
            . '<p class="description">%s</p>',
        esc_attr(OPTION),
        esc_attr(is_array($settings) ? (string) ($settings['url'] ?? '') : ''),
        esc_html__('Its payment links open over your pages. Links of another Daftar are plain links.', 'daftar'),
    );
}

function show_settings_page(): void
{
    echo '<div class="wrap"><h1>Daftar</h1><form action="options.php" method="post">';
    settings_fields('daftar');
    do_settings_sections('daftar');
    submit_button();
    echo '</form></div>';
}

/**
 * The link to the settings in the list of plugins.
 *
 * @param array<string> $links
 * @return array<string>
 */
function with_settings_link(array $links): array
{
    return [sprintf('<a href="%s">%s</a>', esc_url(settings_url()), esc_html__('Settings', 'daftar')), ...$links];
}
