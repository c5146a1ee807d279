<?php

declare(strict_types=1);

namespace Daftar\WooCommerce;

use Automattic\WooCommerce\Blocks\Payments\Integrations\AbstractPaymentMethodType;

/** The gateway in the block checkout, which shows only what registers a script. The order is paid as in the classic checkout. */
final class Block extends AbstractPaymentMethodType
{
    protected $name = 'daftar';

    public function __construct(private readonly Gateway $gateway)
    {
    }

    public function initialize(): void
    {
    }

    public function is_active(): bool
    {
        return $this->gateway->is_available();
    }

    /** @return string[] */
    public function get_payment_method_script_handles(): array
    {
        wp_register_script(
            'daftar-checkout-block',
            plugins_url('assets/checkout-block.js', dirname(__DIR__) . '/daftar-for-woocommerce.php'),
            ['wc-blocks-registry', 'wc-settings', 'wp-element', 'wp-html-entities'],
            VERSION,
            ['in_footer' => true],
        );
        return ['daftar-checkout-block'];
    }

    /** @return array{title: string, description: string, supports: string[]} */
    public function get_payment_method_data(): array
    {
        return [
            'title' => $this->gateway->title,
            'description' => wp_kses_post($this->gateway->description),
            'supports' => array_values(array_filter($this->gateway->supports, [$this->gateway, 'supports'])),
        ];
    }
}
