<?php

declare(strict_types=1);

/** What the plugin calls of WordPress and WooCommerce, with one order in a file, so that several processes see it. */

define('ABSPATH', __DIR__);
$GLOBALS['filters'] = [];
$GLOBALS['scripts'] = [];

function add_action(string $name, callable $does): void { $GLOBALS['filters'][$name][] = $does; }
function add_filter(string $name, callable $does): void { add_action($name, $does); }
function do_action(string $name, mixed ...$given): void { foreach ($GLOBALS['filters'][$name] ?? [] as $does) { $does(...$given); } }
function apply_filters(string $name, mixed $value): mixed { foreach ($GLOBALS['filters'][$name] ?? [] as $does) { $value = $does($value); } return $value; }
function get_option(string $name, mixed $otherwise): mixed { return $name === 'woocommerce_daftar_settings' ? ['url' => getenv('DAFTAR_URL') . '/', 'key' => 'kept'] : $otherwise; }
$GLOBALS['pages'] = [];
$GLOBALS['settings'] = [];
$GLOBALS['errors'] = [];
function admin_url(string $path): string { return "https://shop.example/wp-admin/$path"; }
function add_options_page(string $title, string $menu, string $permission, string $slug): void { $GLOBALS['pages'][] = $slug; }
function register_setting(string $group, string $name, array $how): void { $GLOBALS['settings'][$name] = $how; }
function add_settings_section(): void {}
function add_settings_field(): void {}
function add_settings_error(string $setting, string $code): void { $GLOBALS['errors'][] = $code; }
function esc_html__(string $text): string { return htmlspecialchars($text); }
function add_shortcode(string $name, callable $does): void {}
function load_plugin_textdomain(): void {}
function plugin_basename(string $file): string { return basename(dirname($file)) . '/' . basename($file); }
// WordPress has its own where PHP's extension is not installed.
if (!function_exists('mb_substr')) {
    function mb_substr(string $text, int $from, int $length): string { return preg_match("/^.{0,$length}/us", $text, $found) ? $found[0] : ''; }
}
function __(string $text): string { return $text; }
function get_locale(): string { return 'en_GB'; }
function home_url(string $path = ''): string { return "https://shop.example$path"; }
function add_query_arg(string $name, string $value, string $url): string { return "$url?$name=$value"; }
function esc_url(string $url): string { return htmlspecialchars($url, ENT_QUOTES); }
function esc_attr(string $text): string { return htmlspecialchars($text, ENT_QUOTES); }
function wp_kses_post(string $html): string { return strip_tags($html, '<b><i><strong><em><span>'); }
function wp_parse_url(string $url): array|false { return parse_url($url); }
function wp_enqueue_script(string $name, string $source): void { $GLOBALS['scripts'][$name] = $source; }
function shortcode_atts(array $known, array $given): array { return [...$known, ...array_intersect_key($given, $known)]; }
function status_header(int $status): void { http_response_code($status); }
function get_woocommerce_currency(): string { return 'EGP'; }
function wc_add_notice(string $text): void { $GLOBALS['notices'][] = $text; }

class WP_Error
{
    public function __construct(public string $code, public string $message) {}
}

if (!getenv('WITHOUT_WOOCOMMERCE')) {
class WC_Payment_Gateway
{
    public string $id = '';
    public string $title = '';
    public string $description = '';
    public string $method_title = '';
    public string $method_description = '';
    public bool $has_fields = false;
    public array $supports = [];
    public array $form_fields = [];

    public function init_settings(): void {}
    public function supports(string $feature): bool { return in_array($feature, $this->supports, true); }
    public function process_admin_options(): void {}
    public function get_return_url(WC_Order $order): string { return home_url('/checkout/order-received/' . $order->get_id() . '/?key=wc_order_1'); }
    public function is_available(): bool { return $this->get_option('enabled') === 'yes'; }

    public function get_option(string $name, ?string $otherwise = null): string
    {
        $given = ['enabled' => 'yes', 'url' => getenv('DAFTAR_URL'), 'key' => getenv('DAFTAR_SECRET_KEY'), 'webhook_secret' => getenv('DAFTAR_WEBHOOK_SECRET')];
        return (string) ($given[$name] ?? $this->form_fields[$name]['default'] ?? $otherwise ?? '');
    }
}

}

abstract class BlockOfWooCommerce
{
    protected $name = '';
    public function get_name(): string { return $this->name; }
}
class_alias('BlockOfWooCommerce', 'Automattic\\WooCommerce\\Blocks\\Payments\\Integrations\\AbstractPaymentMethodType');

/** The ways to pay that plugins register for the block checkout. */
function registered_blocks(): array
{
    $methods = new class {
        public array $all = [];
        public function register(BlockOfWooCommerce $method): void { $this->all[] = $method; }
    };
    do_action('woocommerce_blocks_payment_method_type_registration', $methods);
    return $methods->all;
}

class WC_Order
{
    private array $kept;

    public function __construct() { $this->kept = json_decode(file_get_contents(getenv('ORDER')), true); }
    public function save(): void { file_put_contents(getenv('ORDER'), json_encode($this->kept)); }
    public function get_id(): int { return $this->kept['id']; }
    public function get_order_number(): string { return (string) $this->kept['id']; }
    public function get_total(): string { return $this->kept['total']; }
    public function get_currency(): string { return $this->kept['currency'] ?? 'EGP'; }
    public function get_payment_method(): string { return $this->kept['method'] ?? 'daftar'; }
    public function get_refunds(): array { return array_fill(0, $this->kept['refunds'] ?? 1, null); }
    public function get_meta(string $name): string { return $this->kept['meta'][$name] ?? ''; }
    public function update_meta_data(string $name, string $value): void { $this->kept['meta'][$name] = $value; }
    public function is_paid(): bool { return in_array($this->kept['status'], ['processing', 'completed'], true); }
    public function add_order_note(string $note): void { $this->kept['notes'][] = $note; $this->save(); }
    public function update_status(string $status, string $note): void { $this->kept['status'] = $status; $this->add_order_note($note); }
    public function payment_complete(string $reference): void { $this->kept['status'] = 'processing'; $this->kept['paid_by'][] = $reference; $this->save(); }
}

function wp_register_script(string $name, string $source): void { $GLOBALS['scripts'][$name] = $source; }
function plugins_url(string $path, string $file): string { return dirname($file) . "/$path"; }
function WC(): object
{
    return new class {
        public function payment_gateways(): object { return new class { public function payment_gateways(): array { return ['daftar' => new Daftar\WooCommerce\Gateway()]; } }; }
    };
}

function wc_get_order(mixed $id): WC_Order { return new WC_Order(); }

function wc_get_orders(array $asked): array
{
    $order = new WC_Order();
    return $order->get_meta($asked['meta_key']) === $asked['meta_value'] ? [$order] : [];
}

require getenv('PLUGIN') . '/daftar-for-woocommerce.php';
do_action('plugins_loaded');

if (PHP_SAPI === 'cli-server') {
    (new Daftar\WooCommerce\Gateway())->receive();
}
