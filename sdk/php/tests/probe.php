<?php
require __DIR__ . '/daftar/src/autoload.php';
[$url, $key] = [getenv('DAFTAR_URL'), getenv('DAFTAR_SECRET_KEY')];
$daftar = new Daftar\Daftar($key, $url);
$failed = function (callable $work): ?array {
    try { $work(); return null; } catch (Daftar\DaftarError $error) {
        return [substr($error::class, 7), $error->status, $error->param];
    }
};
$seen = [];
$seen['invalid'] = $failed(fn () => $daftar->paymentLinks->create(['invoice_name' => '', 'currency_id' => 1, 'amount' => 1, 'language' => 2]));
$seen['missing'] = $failed(fn () => $daftar->transactions->details(987654321));
$seen['stranger'] = $failed(fn () => (new Daftar\Daftar('sk_test_nobody', $url))->transactions->list());
$seen['silent'] = $failed(fn () => (new Daftar\Daftar($key, 'http://127.0.0.1:1', ['maxRetries' => 1]))->transactions->list());
$body = ['invoice_name' => 'Once', 'currency_id' => 1, 'amount' => 1, 'due_date' => '2027-12-31T21:59:00Z', 'language' => 2];
$seen['once'] = $daftar->paymentLinks->create($body, 'php-1')['id'] === $daftar->paymentLinks->create($body, 'php-1')['id'];
$rows = [];
foreach ($daftar->paymentLinks->listAll(['limit' => 2, 'sort_by' => 'id']) as $row) { $rows[] = $row['id']; }
$seen['rows'] = [count($rows), count(array_unique($rows))];
$seen['file'] = strlen($daftar->transactions->exportCsv()) > 0;
$paid = $daftar->transactions->list(['expand' => ['customer', 'refunds']]);
$link = $daftar->paymentLinks->details($daftar->paymentLinks->create($body, 'php-1')['id'], ['expand' => ['transactions']]);
$seen['expanded'] = [is_array($paid->data), $link['expanded']];
['body' => $raw, 'headers' => $headers, 'secret' => $secret, 'now' => $now, 'back' => $back] = json_decode(getenv('VECTOR'), true);
$seen['verified'] = Daftar\Webhook::verify($raw, $headers, $secret, $now)['type'];
$seen['forged'] = $failed(fn () => Daftar\Webhook::verify("$raw ", $headers, $secret, $now))[0];
$seen['old'] = $failed(fn () => Daftar\Webhook::verify($raw, $headers, $secret, $now + 301))[0];
$seen['back'] = Daftar\Webhook::verifyResult($back, $secret);
$seen['changed'] = $failed(fn () => Daftar\Webhook::verifyResult(str_replace('failed', 'succeeded', $back), $secret))[0];
echo json_encode($seen);
