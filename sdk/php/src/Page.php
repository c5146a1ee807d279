<?php

declare(strict_types=1);

namespace Daftar;

/**
 * A page of rows. `meta['total']` counts to 10,000; beyond, `meta['more']` is true.
 *
 * @template T
 */
final class Page
{
    /**
     * @param list<T> $data
     * @param array{current_page: int, last_page: int, per_page: int, total: int, more?: bool} $meta
     */
    public function __construct(public readonly array $data, public readonly array $meta)
    {
    }
}
