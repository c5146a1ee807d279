import { customers } from '@daftar/contract/customers';
import { transactions } from '@daftar/contract/transactions';
import { act } from 'react';
import { describe, expect, test } from 'vitest';
import { queryOfAddress, useListSearch } from './list-search.ts';
import { renderHookAt, until } from './testing/render.tsx';
import { useShown } from './use-shown.ts';

const transactionsAt = (address: string) =>
  renderHookAt(address, () => useListSearch(transactions.list, 'transactions'));

describe('the query sent to the server', () => {
  test('is the first page in the contract’s order if the address has no parameters', async () => {
    const { hook } = await transactionsAt('/transactions');
    expect(hook.current.query).toEqual({ page: 1, page_size: 10, sort_by: 'created_at', sort_type: 'asc' });
    expect(hook.current.hasFilters).toBe(false);
  });

  test('uses the parameter names of its endpoint, whatever the address calls them', async () => {
    const { hook } = await renderHookAt(
      '/customers?page=2&page_size=30&sort_by=name&sort_type=desc&Keyword=mona',
      () => useListSearch(customers.list, 'customers'),
    );
    expect(hook.current.query).toEqual({
      PageNumber: 2,
      PageSize: 30,
      SortKey: 'name',
      SortType: 'desc',
      Keyword: 'mona',
    });
  });

  test('omits parameters that the contract would refuse, and keeps the rest', async () => {
    const { hook } = await transactionsAt(
      '/transactions?page=-1&page_size=1000&sort_by=secret&status=99&date_from=2026-02-30&reference=TRX-1&tab=x',
    );
    expect(hook.current.query).toEqual({
      page: 1,
      page_size: 10,
      sort_by: 'created_at',
      sort_type: 'asc',
      reference: 'TRX-1',
    });
    expect(hook.current.filters).toEqual({ reference: 'TRX-1' });
  });

  test('is the same when prefetched and when the screen is rendered', async () => {
    localStorage.setItem('daftar.sort.transactions', 'total_amount desc');
    const search = { page: '3', reference: 'TRX-1', status: '99' };
    const { hook } = await transactionsAt(`/transactions?${new URLSearchParams(search)}`);
    expect(queryOfAddress(transactions.list, 'transactions', search)).toEqual(hook.current.query);
  });
});

describe('filters', () => {
  test('are written into the address, go to the first page, and keep order, page size and other parameters', async () => {
    const { hook, search } = await transactionsAt(
      '/transactions?tab=all&page=3&page_size=20&sort_by=total_amount&sort_type=desc&status=2',
    );
    await act(async () => hook.current.setFilters({ reference: 'TRX-7' }));
    expect(search()).toEqual({
      tab: 'all',
      page_size: '20',
      sort_by: 'total_amount',
      sort_type: 'desc',
      reference: 'TRX-7',
    });
    expect(hook.current.query).toMatchObject({ page: 1, page_size: 20, reference: 'TRX-7' });
  });

  test('can be replaced together with the order, as a view is opened', async () => {
    const { hook, search } = await transactionsAt('/transactions?tab=all&page=3&page_size=20&status=2');
    await act(async () => hook.current.show({ reference: 'TRX-7' }, { by: 'id', type: 'desc' }));
    expect(search()).toEqual({
      tab: 'all',
      page_size: '20',
      reference: 'TRX-7',
      sort_by: 'id',
      sort_type: 'desc',
    });
  });

  test('can be removed one by one', async () => {
    const { hook, search } = await transactionsAt(
      '/transactions?page=2&reference=TRX-7&date_from=2026-01-01&date_to=2026-01-31',
    );
    await act(async () => hook.current.removeFilters('date_from', 'date_to'));
    expect(search()).toEqual({ reference: 'TRX-7' });
  });

  test('are cleared together with the order, while the page size stays', async () => {
    const { hook, search } = await transactionsAt(
      '/transactions?page=2&page_size=30&sort_by=total_amount&sort_type=desc&reference=TRX-7',
    );
    await act(async () => hook.current.clear());
    expect(search()).toMatchObject({ page_size: '30' });
    expect(hook.current).toMatchObject({ page: 1, hasFilters: false });
    expect(hook.current.sort.by).not.toBe('total_amount');
  });

  test('are validated against the contract, field by field', async () => {
    const { hook } = await transactionsAt('/transactions');
    expect(hook.current.check({ reference: 'TRX-7' })).toEqual({});
    expect(hook.current.check({ date_from: '2026-02-30', amount_from: 'ten' })).toEqual({
      date_from: [{ key: 'InvalidDate' }],
      amount_from: [expect.objectContaining({ key: expect.any(String) })],
    });
  });
});

describe('the order', () => {
  test('of a column is ascending first, then descending; it starts at the first page and is kept in the address', async () => {
    const { hook, search } = await transactionsAt('/transactions?page=4&reference=TRX-7');
    await act(async () => hook.current.toggleSort('total_amount'));
    await until(() =>
      expect(search()).toEqual({ reference: 'TRX-7', sort_by: 'total_amount', sort_type: 'asc' }),
    );
    await act(async () => hook.current.toggleSort('total_amount'));
    await until(() => expect(search()).toMatchObject({ sort_by: 'total_amount', sort_type: 'desc' }));
  });

  test('is remembered for the next visit and replaces the address without a history entry', async () => {
    const first = await transactionsAt('/transactions');
    await act(async () => first.hook.current.setSort({ by: 'total_amount', type: 'desc' }));
    const later = await transactionsAt('/transactions');
    expect(later.hook.current.sort).toEqual({ by: 'total_amount', type: 'desc' });
    expect(later.search()).toEqual({ sort_by: 'total_amount', sort_type: 'desc' });
    const other = await renderHookAt('/customers', () => useListSearch(customers.list, 'customers'));
    expect(other.search()).toEqual({});
  });

  test('in the address overrides the remembered one, which applies only while the contract has its column', async () => {
    localStorage.setItem('daftar.sort.transactions', 'total_amount desc');
    const { hook } = await transactionsAt('/transactions?sort_by=reference&sort_type=asc');
    expect(hook.current.sort).toEqual({ by: 'reference', type: 'asc' });
    localStorage.setItem('daftar.sort.transactions', 'gone desc');
    const later = await transactionsAt('/transactions');
    expect(later.hook.current.sort).toEqual({ by: 'created_at', type: 'asc' });
  });

  test('is offered only for the columns that the contract sorts by', async () => {
    const { hook } = await transactionsAt('/transactions');
    expect(hook.current.canSortBy('total_amount')).toBe(true);
    expect(hook.current.canSortBy('payer')).toBe(false);
  });
});

describe('pages', () => {
  test('are kept in the address, and Back leads to the previous one', async () => {
    const { hook, search, back } = await transactionsAt('/transactions?reference=TRX-7');
    await act(async () => hook.current.setPage(2));
    await until(() => expect(search()).toEqual({ reference: 'TRX-7', page: '2' }));
    expect(hook.current.query).toMatchObject({ page: 2 });
    await back();
    await until(() => expect(hook.current.page).toBe(1));
  });

  test('of another size start at the first, and the default size is not in the address', async () => {
    const { hook, search } = await transactionsAt('/transactions?page=4');
    await act(async () => hook.current.setPageSize(30));
    expect(search()).toEqual({ page_size: '30' });
    await act(async () => hook.current.setPageSize(10));
    expect(search()).toEqual({});
  });

  test('of a table within a screen are not in the address', async () => {
    const { hook, search } = await renderHookAt('/payment-link/1?page=9', () =>
      useListSearch(transactions.list, 'transactions', { keep: 'screen' }),
    );
    expect(hook.current.page).toBe(1);
    await act(async () => hook.current.setFilters({ reference: 'TRX-7' }));
    await act(async () => hook.current.setPage(2));
    await until(() => expect(hook.current.query).toMatchObject({ page: 2, reference: 'TRX-7' }));
    expect(search()).toEqual({ page: '9' });
  });
});

describe('the row that is open in a drawer', () => {
  const listed = { status: '2', sort_by: 'total_amount' };
  const rowAt = (search: Record<string, string>) =>
    renderHookAt(`/reconciliation?${new URLSearchParams(search)}`, () => useShown('break'));

  test('is in the address; closing it leaves the list as it was, and back leads to what was before', async () => {
    const { hook, search, back } = await rowAt(listed);
    await act(async () => hook.current.open({ id: 17 }));
    await until(() => expect(search()).toEqual({ ...listed, break: '17' }));
    expect(hook.current.shown).toEqual({ id: 17, opened: true });
    await act(async () => hook.current.close());
    await until(() => expect(search()).toEqual(listed));
    expect(hook.current.shown).toEqual({ id: 17, opened: false });
    await act(async () => hook.current.open({ id: 18 }));
    await until(() => expect(hook.current.shown).toEqual({ id: 18, opened: true }));
    await back();
    await until(() => expect(hook.current.shown).toEqual({ id: 18, opened: false }));
  });

  test('is opened by a link, and closed without leaving the list', async () => {
    const { hook, search } = await rowAt({ ...listed, break: '17' });
    expect(hook.current.shown).toEqual({ id: 17, opened: true });
    await act(async () => hook.current.close());
    await until(() => expect(search()).toEqual(listed));
  });

  test('is none if the address names none', async () => {
    for (const typed of ['', '-1', '1.5', '1e1', '1e99', 'x', "1' or 1=1"])
      expect((await rowAt({ break: typed })).hook.current.shown).toBeNull();
  });

  test('is also opened by a number in Arabic digits', async () => {
    expect((await rowAt({ break: '١٧' })).hook.current.shown).toEqual({ id: 17, opened: true });
  });
});
