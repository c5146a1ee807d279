<?php

declare(strict_types=1);

namespace Daftar\WooCommerce;

use Daftar\Daftar;
use Daftar\DaftarError;
use Daftar\SignatureError;
use Daftar\TransactionStatus;
use Daftar\Webhook;

/**
 * Orders are paid on Daftar's payment page: an order gets one payment link, and is paid when the API says so. The webhook only
 * says when to ask.
 */
final class Gateway extends \WC_Payment_Gateway
{
    private const LINK = '_daftar_link_id';
    private const TOTAL = '_daftar_link_total';
    private const CURRENCIES = ['EGP' => 1];
    private const MINUTES = 60;

    public function __construct()
    {
        $this->id = 'daftar';
        $this->method_title = 'Daftar';
        $this->method_description = __('Cards, mobile wallets, kiosks and InstaPay on Daftar’s payment page.', 'daftar');
        $this->has_fields = false;
        $this->supports = ['products', 'refunds'];
        $this->init_form_fields();
        $this->init_settings();
        $this->title = $this->get_option('title', __('Card, wallet or kiosk', 'daftar'));
        $this->description = $this->get_option('description', '');
        add_action("woocommerce_update_options_payment_gateways_$this->id", [$this, 'process_admin_options']);
        add_action('woocommerce_api_daftar', [$this, 'receive']);
    }

    public function init_form_fields(): void
    {
        $text = static fn (string $title, string $help = '', string $type = 'text', string $default = ''): array
            => ['title' => $title, 'type' => $type, 'description' => $help, 'default' => $default];
        $this->form_fields = [
            'enabled' => ['title' => __('Accept payments', 'daftar'), 'type' => 'checkbox', 'default' => 'no'],
            'title' => $text(__('Name at the checkout', 'daftar'), default: __('Card, wallet or kiosk', 'daftar')),
            'description' => $text(__('Text at the checkout', 'daftar'), type: 'textarea'),
            'url' => $text(__('Address of your Daftar', 'daftar'), __('Such as https://pay.example.com', 'daftar')),
            'key' => $text(__('Secret key', 'daftar'), __('Test or live: the key decides. It needs links, transactions and refunds.', 'daftar'), 'password'),
            'webhook_secret' => $text(
                __('Signing secret of webhooks', 'daftar'),
                sprintf(__('In Daftar, set the callback URL to %s', 'daftar'), add_query_arg('wc-api', 'daftar', home_url('/'))),
                'password',
            ),
        ];
    }

    public function is_available(): bool
    {
        return parent::is_available()
            && isset(self::CURRENCIES[get_woocommerce_currency()])
            && $this->get_option('url') !== ''
            && $this->get_option('key') !== '';
    }

    /**
     * Leads the customer to the order's payment page. Pressed twice it leads to the same one; an order whose total changed gets
     * another link, and the one before can no longer be paid.
     *
     * @return array{result: string, redirect?: string}
     */
    public function process_payment($order_id): array
    {
        $order = wc_get_order($order_id);
        try {
            return ['result' => 'success', 'redirect' => $this->link_of($order)];
        } catch (DaftarError $error) {
            $order->add_order_note(sprintf('Daftar: %s (%s)', $error->getMessage(), $error->requestId));
            wc_add_notice(__('The payment page cannot be opened now. Please try again.', 'daftar'), 'error');
            return ['result' => 'failure'];
        }
    }

    private function link_of(\WC_Order $order): string
    {
        $total = self::total_of($order);
        $known = (int) $order->get_meta(self::LINK);
        if ($known > 0) {
            $link = $this->daftar()->paymentLinks->details($known);
            if ($order->get_meta(self::TOTAL) === $total && $link['status'] === \Daftar\PaymentLinkStatus::active) {
                return $link['link'];
            }
            if ($link['status'] === \Daftar\PaymentLinkStatus::active) {
                $this->daftar()->paymentLinks->deactivate($known);
            }
        }
        $back = $this->get_return_url($order);
        $made = $this->daftar()->paymentLinks->create([
            'invoice_name' => sprintf(__('Order %s', 'daftar'), $order->get_order_number()),
            'currency_id' => self::CURRENCIES[$order->get_currency()],
            'amount' => self::amount($order->get_total()),
            'due_date' => gmdate('Y-m-d\TH:i:s\Z', time() + self::MINUTES * 60),
            'max_payment_count' => 1,
            // Only a way back: the order is completed when the API says that it is paid.
            'success_url' => str_starts_with($back, 'https://') ? $back : null,
            'language' => str_starts_with(get_locale(), 'ar') ? 1 : 2,
            'merchant_reference' => (string) $order->get_order_number(),
            'metadata' => ['order_id' => (string) $order->get_id()],
        ], sprintf('wc-%s-%s-%s-%d', md5(home_url()), $order->get_id(), str_replace(' ', '', $total), $known));
        $order->update_meta_data(self::LINK, (string) $made['id']);
        $order->update_meta_data(self::TOTAL, $total);
        $order->save();
        return $made['link'];
    }

    /** What an order costs: `450.00 EGP`. */
    private static function total_of(\WC_Order $order): string
    {
        return self::amount($order->get_total()) . ' ' . $order->get_currency();
    }

    /** Two decimals, as the API takes them; WooCommerce's totals may have more or none. */
    private static function amount(string|float $total): string
    {
        return number_format((float) $total, 2, '.', '');
    }

    /** The address that webhooks are sent to. */
    public function receive(): void
    {
        try {
            $event = Webhook::verify((string) file_get_contents('php://input'), $_SERVER, $this->get_option('webhook_secret'));
        } catch (SignatureError | \InvalidArgumentException) {
            status_header(401);
            exit;
        }
        try {
            if (str_starts_with($event['type'], 'payment.')) {
                $this->settle($event['data']);
            }
            status_header(204);
        } catch (DaftarError $error) {
            // It is sent again.
            status_header(503);
        }
        exit;
    }

    /**
     * Asks the API how a payment stands, and completes the order if it is paid in full.
     *
     * @param array<string, mixed> $told
     */
    private function settle(array $told): void
    {
        $link = $told['source']['kind'] === 'payment-link' ? (int) $told['source']['id'] : 0;
        $orders = $link > 0 ? wc_get_orders(['limit' => 1, 'meta_key' => self::LINK, 'meta_value' => (string) $link]) : [];
        $order = $orders[0] ?? null;
        if ($order === null || $order->get_payment_method() !== $this->id || $order->is_paid()) {
            return;
        }
        $payment = $this->daftar()->transactions->details((int) $told['id']);
        if ($payment['status'] === TransactionStatus::failed) {
            $order->add_order_note(sprintf(__('The payment %s failed', 'daftar'), $payment['reference']));
        }
        if ($payment['status'] !== TransactionStatus::success || ($payment['payable']['id'] ?? 0) !== $link) {
            return;
        }
        $paid = self::amount($payment['subtotal']) . ' ' . $payment['currency'];
        if ($paid !== self::total_of($order) || array_intersect(['partial', 'duplicate', 'not-owed'], $payment['flags'])) {
            $order->update_status('on-hold', sprintf(__('The payment %s is not of the order’s total: look at it in Daftar', 'daftar'), $payment['reference']));
            return;
        }
        $order->update_meta_data('_daftar_payment_id', (string) $payment['id']);
        $order->payment_complete($payment['reference']);
    }

    /**
     * Refunds a part of a payment. The key of the request is of this refund, so a second press refunds once.
     *
     * @return bool|\WP_Error
     */
    public function process_refund($order_id, $amount = null, $reason = '')
    {
        $order = wc_get_order($order_id);
        $payment = (int) $order->get_meta('_daftar_payment_id');
        if ($payment === 0 || $amount === null) {
            return new \WP_Error('daftar', __('Daftar knows no payment of this order', 'daftar'));
        }
        try {
            $asked = self::amount($amount);
            $number = count($order->get_refunds());
            $refund = $this->daftar()->refunds->create(
                $payment,
                ['amount' => $asked, 'reason' => mb_substr((string) $reason, 0, 500)],
                sprintf('wc-refund-%s-%d-%d', md5(home_url()), $order->get_id(), $number),
            );
        } catch (DaftarError $error) {
            return new \WP_Error('daftar', $error->getMessage());
        }
        $waits = $refund['approval_id'] !== null;
        $order->add_order_note(sprintf($waits ? __('The refund of %s waits for a second person in Daftar', 'daftar') : __('%s are refunded by Daftar', 'daftar'), $asked));
        return true;
    }

    private function daftar(): Daftar
    {
        $language = str_starts_with(get_locale(), 'ar') ? 'ar' : 'en';
        return new Daftar($this->get_option('key'), $this->get_option('url'), ['language' => $language, 'timeout' => 15.0]);
    }
}
