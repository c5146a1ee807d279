<?php

declare(strict_types=1);

// For programs without Composer: `require 'daftar/src/autoload.php';`.
foreach (['ErrorCode', 'Errors', 'Page', 'HttpClient', 'Codes', 'Types', 'Resources', 'Webhook'] as $file) {
    require_once __DIR__ . "/$file.php";
}
