<?php
require __DIR__ . '/daftar/src/autoload.php';

if (PHP_SAPI === 'cli-server') { // php -S 127.0.0.1:$PORT quick-start.php
    $event = Daftar\Webhook::verify(file_get_contents('php://input'), $_SERVER, getenv('DAFTAR_WEBHOOK_SECRET'));
    error_log("told: {$event['type']}");
    return http_response_code(204);
}

$daftar = new Daftar\Daftar(getenv('DAFTAR_SECRET_KEY'), getenv('DAFTAR_URL'));
$order = ['invoice_name' => 'Order 1042', 'currency_id' => 1, 'amount' => '450.00', 'due_date' => '2027-12-31T21:59:00Z'];
$made = $daftar->paymentLinks->create([...$order, 'language' => 2]);
echo "send to the customer: {$made['link']}\n";

$link = $daftar->paymentLinks->details($made['id']);
$payment = $daftar->simulator->payment(['scenario' => 'payment-succeeded', 'link' => $link['reference']]);
echo "paid: {$payment['reference']}\n";
$refund = $daftar->refunds->create($payment['id'], ['amount' => '120.50', 'reason' => 'One shirt came back']);
echo "refunded: {$refund['amount']}\n";
