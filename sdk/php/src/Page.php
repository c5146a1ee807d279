<?php

declare(strict_types=1);

namespace Daftar;

/**
 * A page of rows. `meta['total']` counts to 10,000; beyond, `meta['more']` is true. A page that was asked for by `limit` or
 * `cursor` has `meta['next_cursor']` instead of numbers of pages.
 *
 * @template T
 */
final class Page
{
    /**
     * @param list<T> $data
     * @param array{per_page: int, current_page?: int, last_page?: int, total?: int, more?: bool, next_cursor?: string|null} $meta
     */
    public function __construct(public readonly array $data, public readonly array $meta)
    {
    }
}
