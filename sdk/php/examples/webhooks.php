<?php // php -S 127.0.0.1:$PORT webhooks.php
require __DIR__ . '/daftar/src/autoload.php';

$body = file_get_contents('php://input');
try {
    $event = Daftar\Webhook::verify($body, $_SERVER, getenv('DAFTAR_WEBHOOK_SECRET'));
} catch (Daftar\SignatureError) {
    return http_response_code(400); // not from Daftar, changed on its way, or old
}

// In a database: a row with the id as its key.
$file = "inbox/{$_SERVER['HTTP_WEBHOOK_ID']}.json";
@mkdir('inbox');
$kept = @fopen($file, 'x');
if (!$kept) {
    return http_response_code(is_file($file) ? 204 : 500); // 500: it comes again
}
fwrite($kept, $body);
http_response_code(204);

if ($event['type'] === 'payment.succeeded') {
    // What holds now, not what held when the message was written.
    $daftar = new Daftar\Daftar(getenv('DAFTAR_SECRET_KEY'), getenv('DAFTAR_URL'));
    $payment = $daftar->transactions->details($event['data']['id']);
    if ($payment['status'] === 1) {
        error_log("hand over order {$payment['source']['merchant_reference']}");
    }
}
