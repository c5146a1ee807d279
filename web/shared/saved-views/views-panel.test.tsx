import { OpsSavedViewForm } from '@daftar/contract/ops-saved-views';
import { transactions } from '@daftar/contract/transactions';
import { expect, test, vi } from 'vitest';
import { useListSearch } from '../../ui/list-search.ts';
import { announced, press, renderAt, toasts, type, until } from '../../ui/testing/render.tsx';
import type { KeptView } from './views.ts';
import { ViewsPanel } from './views-panel.tsx';

const FAILED: KeptView = {
  id: 7,
  name: 'Failed',
  query: { status: '2', sort_by: 'id', sort_type: 'desc' },
  period: null,
  columns: 'reference -amount',
};
const onSave = vi.fn(async () => 'The view was saved');
const onRename = vi.fn(async () => 'The view was renamed');
const onReplace = vi.fn(async () => undefined);
const onRemove = vi.fn(async () => undefined);
const onDone = vi.fn();

function Panel() {
  const search = useListSearch(transactions.list, 'ops-transactions');
  return (
    <ViewsPanel
      list="ops-transactions"
      search={search}
      fields={[]}
      onDone={onDone}
      views={[FAILED]}
      error={null}
      onRetry={() => undefined}
      form={OpsSavedViewForm}
      onSave={onSave}
      onRename={onRename}
      onReplace={onReplace}
      onRemove={onRemove}
    />
  );
}

test('one press opens a view: its filters and order in the address, and its columns', async () => {
  const { search } = await renderAt('/transactions?page=4&reference=TRX-1', <Panel />);
  await press('Failed');
  await until(() => expect(search()).toEqual({ status: '2', sort_by: 'id', sort_type: 'desc' }));
  expect(localStorage.getItem('daftar.columns.ops-transactions')).toBe('reference -amount');
  expect(onDone).toHaveBeenCalledOnce();
});

test('what is shown is kept under a name, with the columns that were chosen; without a name nothing is', async () => {
  localStorage.setItem('daftar.columns.ops-transactions', 'reference -payer');
  await renderAt('/transactions?sort_by=created_at&sort_type=desc', <Panel />);
  await press('Save what is shown');
  await until(() => expect(announced('alert').join()).toMatch(/./));
  expect(onSave).not.toHaveBeenCalled();
  await type('Name of the view', 'Newest');
  await press('Save what is shown');
  await until(() => expect(toasts()).toContain('The view was saved'));
  const query = { sort_by: 'created_at', sort_type: 'desc' };
  const entry = { name: 'Newest', query, columns: 'reference -payer', period: null };
  expect(onSave).toHaveBeenCalledExactlyOnceWith(expect.objectContaining(entry), expect.any(String));
});

test('a view is renamed in its place', async () => {
  await renderAt('/transactions', <Panel />);
  await press('Rename the view Failed');
  const input = document.querySelector<HTMLInputElement>('input[aria-label="Name of the view"]');
  expect(input?.value).toBe('Failed');
  await press('Save');
  await until(() => expect(toasts()).toContain('The view was renamed'));
  expect(onRename).toHaveBeenCalledExactlyOnceWith(7, 'Failed');
});

test('a view is replaced by what is shown once that is confirmed', async () => {
  await renderAt('/transactions?status=1&sort_by=id&sort_type=asc', <Panel />);
  await press('Replace the view Failed with what is shown');
  expect(onReplace).not.toHaveBeenCalled();
  await press('Replace');
  const query = { status: '1', sort_by: 'id', sort_type: 'asc' };
  await until(() => expect(onReplace).toHaveBeenCalledExactlyOnceWith(7, { query, period: null }));
});
