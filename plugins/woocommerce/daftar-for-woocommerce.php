<?php
/**
 * Plugin Name: Daftar for WooCommerce
 * Description: Get paid with Daftar: WooCommerce orders by card, wallet, kiosk and InstaPay, and payment links on any page.
 * Version: 0.1.0
 * Requires at least: 6.5
 * Requires PHP: 8.2
 * WC requires at least: 8.0
 * License: GPL-2.0-or-later
 * Text Domain: daftar
 * Domain Path: /languages
 */

declare(strict_types=1);

namespace Daftar\WooCommerce;

if (!defined('ABSPATH')) {
    exit;
}

const VERSION = '0.1.0';
/** WooCommerce's name for the gateway's settings. */
const OPTION = 'woocommerce_daftar_settings';

require_once __DIR__ . '/daftar/src/autoload.php';
require_once __DIR__ . '/includes/links.php';
require_once __DIR__ . '/includes/settings.php';

add_shortcode('daftar_pay', __NAMESPACE__ . '\\pay_link');
add_action('init', static function (): void {
    load_plugin_textdomain('daftar', false, dirname(plugin_basename(__FILE__)) . '/languages');
});
add_action('admin_menu', __NAMESPACE__ . '\\add_settings_page');
add_action('admin_init', __NAMESPACE__ . '\\register_link_settings');
add_filter('plugin_action_links_' . plugin_basename(__FILE__), __NAMESPACE__ . '\\with_settings_link');
add_action('plugins_loaded', static function (): void {
    // Without WooCommerce there are only links.
    if (!has_woocommerce()) {
        return;
    }
    require_once __DIR__ . '/includes/class-gateway.php';
    add_filter('woocommerce_payment_gateways', static fn (array $gateways): array => [...$gateways, Gateway::class]);
});
// Orders are read and written by WooCommerce's functions alone, whatever table they are kept in.
add_action('before_woocommerce_init', static function (): void {
    $features = 'Automattic\\WooCommerce\\Utilities\\FeaturesUtil';
    if (class_exists($features)) {
        $features::declare_compatibility('custom_order_tables', __FILE__, true);
        $features::declare_compatibility('cart_checkout_blocks', __FILE__, true);
    }
});
add_action('woocommerce_blocks_payment_method_type_registration', static function ($methods): void {
    require_once __DIR__ . '/includes/class-block.php';
    $gateway = WC()->payment_gateways()->payment_gateways()['daftar'] ?? null;
    if ($gateway instanceof Gateway) {
        $methods->register(new Block($gateway));
    }
});
