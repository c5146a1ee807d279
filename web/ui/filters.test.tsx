import { paymentLinks } from '@daftar/contract/payment-links';
import { transactions } from '@daftar/contract/transactions';
import { expect, test } from 'vitest';
import { FilterChips, type FilterField, FilterForm } from './filters.tsx';
import { useListSearch } from './list-search.ts';
import { StatusTabs } from './status-tabs.tsx';
import { ListFind } from './table-search.tsx';
import { button, field, press, renderAt, type, until } from './testing/render.tsx';

const FIELDS: readonly FilterField[] = [
  { kind: 'text', name: 'reference', label: 'Reference' },
  {
    kind: 'select',
    name: 'status',
    label: 'Status',
    options: [
      { value: '1', label: 'Succeeded' },
      { value: '2', label: 'Failed' },
    ],
  },
  { kind: 'amounts', from: 'amount_from', to: 'amount_to', label: 'Amount' },
  { kind: 'hour', name: 'hour', label: 'Hour' },
];

function Filtered() {
  const search = useListSearch(transactions.list, 'transactions');
  return (
    <>
      <FilterForm fields={FIELDS} search={search} />
      <FilterChips fields={FIELDS} search={search} />
      <button type="button" onClick={() => search.setPage(search.page + 1)}>
        Next page
      </button>
      <button type="button" onClick={() => search.setSort({ by: 'reference', type: 'desc' })}>
        Other order
      </button>
    </>
  );
}

const chips = () =>
  [...document.querySelectorAll('[aria-label="Active filters"] bdi')].map((each) => each.textContent);
const errorOf = (label: string) => {
  const ids = field(label).getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent).join(' ');
};

test('filters reach the address only when Search is pressed, and are trimmed', async () => {
  const { search } = await renderAt('/transactions?page=3', <Filtered />);
  await type('Reference', '  TRX-7 ');
  await type('Status', '2');
  expect(search()).toEqual({ page: '3' });
  await press('Search');
  expect(search()).toEqual({ reference: 'TRX-7', status: '2' });
});

test('an hour that a link asks for is told by Cairo’s clock, stays beside other filters, and can be removed', async () => {
  const { search } = await renderAt('/transactions?hour=2026-06-10T09%3A00%3A00Z', <Filtered />);
  expect(chips()).toEqual(['10 Jun 2026, 12:00 – 13:00']);
  await type('Status', '2');
  await press('Search');
  expect(search()).toEqual({ hour: '2026-06-10T09:00:00Z', status: '2' });
  await press('Remove filter Hour: 10 Jun 2026, 12:00 – 13:00');
  expect(search()).toEqual({ status: '2' });
});

test('unapplied filter input survives paging and sorting', async () => {
  const { search } = await renderAt('/transactions?status=2', <Filtered />);
  await type('Reference', 'TRX-7');
  await press('Next page');
  await until(() => expect(search()).toEqual({ status: '2', page: '2' }));
  await press('Other order');
  await until(() => expect(search()).toMatchObject({ sort_by: 'reference' }));
  expect(field('Reference').value).toBe('TRX-7');
  await press('Search');
  expect(search()).toMatchObject({ reference: 'TRX-7', status: '2' });
});

function Found() {
  const search = useListSearch(transactions.list, 'transactions');
  return (
    <>
      <ListFind search={search} name="reference" label="Search by reference" />
      <FilterChips fields={FIELDS} search={search} />
    </>
  );
}

function Tabbed() {
  const search = useListSearch(transactions.list, 'transactions');
  const [, status] = FIELDS;
  if (status?.kind !== 'select') throw new Error('no status');
  const counts = [
    { status: 1, total: 10_000, more: true },
    { status: 2, total: 1203, more: false },
  ];
  return <StatusTabs search={search} field={status} counts={counts} />;
}

test('the field above the table sets one filter, keeps the others, and follows the address', async () => {
  const { search } = await renderAt('/transactions?status=2&page=4', <Found />);
  await type('Search by reference', ' TRX-7 ');
  await press('Search by reference');
  await until(() => expect(search()).toEqual({ status: '2', reference: 'TRX-7' }));
  await press('Remove filter Reference: TRX-7');
  await until(() => expect(field('Search by reference').value).toBe(''));
  expect(search()).toEqual({ status: '2' });
});

test('the tabs of a list set its status, say how many have it, and no more than are counted', async () => {
  const { search } = await renderAt('/transactions?reference=TRX-7&page=4', <Tabbed />);
  const tabs = () => [...document.querySelectorAll('fieldset button')];
  expect(tabs().map(({ textContent }) => textContent)).toEqual(['All', 'Succeeded10,000+', 'Failed1,203']);
  await press(tabs()[2] as HTMLElement);
  await until(() => expect(search()).toEqual({ reference: 'TRX-7', status: '2' }));
  expect(tabs().map((tab) => tab.getAttribute('aria-pressed'))).toEqual(['false', 'false', 'true']);
  await press(tabs()[0] as HTMLElement);
  await until(() => expect(search()).toEqual({ reference: 'TRX-7' }));
});

test('a filter that the contract refuses shows an error under its field, keeps the input and starts no search', async () => {
  const { search } = await renderAt('/transactions', <Filtered />);
  await type('Amount: From', 'ten');
  await press('Search');
  expect(search()).toEqual({});
  expect(field('Amount: From').getAttribute('aria-invalid')).toBe('true');
  expect(errorOf('Amount: From')).not.toBe('');
  expect(field('Amount: From').value).toBe('ten');
  await type('Amount: From', '10');
  expect(field('Amount: From').getAttribute('aria-invalid')).not.toBe('true');
});

test('a reversed range shows its error at its end', async () => {
  await renderAt('/transactions', <Filtered />);
  await type('Amount: From', '20');
  await type('Amount: To', '10');
  await press('Search');
  expect(field('Amount: To').getAttribute('aria-invalid')).toBe('true');
  expect(field('Amount: From').getAttribute('aria-invalid')).not.toBe('true');
});

test('the address fills the form and its chips, a chip removes its filter, and Back restores it', async () => {
  const address = '/transactions?reference=TRX-7&status=2&amount_from=1000&amount_to=2000.5';
  const { search, back } = await renderAt(address, <Filtered />);
  expect(field('Reference').value).toBe('TRX-7');
  expect(field('Status').value).toBe('2');
  expect(chips()).toEqual(['TRX-7', 'Failed', '1,000.00 – 2,000.50']);
  await press('Remove filter Amount: 1,000.00 – 2,000.50');
  expect(search()).toEqual({ reference: 'TRX-7', status: '2' });
  expect(field('Amount: From').value).toBe('');
  await back();
  await until(() => expect(field('Amount: From').value).toBe('1000'));
});

test('Clear empties the fields, their errors and the applied filters', async () => {
  const { search } = await renderAt('/transactions?reference=TRX-7', <Filtered />);
  await type('Amount: From', 'ten');
  await press('Search');
  const [clear] = [...document.querySelectorAll('form button')].filter(
    ({ textContent }) => textContent === 'Clear',
  );
  if (!clear) throw new Error('no Clear');
  await press(clear);
  expect(search()).not.toHaveProperty('reference');
  expect(field('Reference').value).toBe('');
  expect(field('Amount: From').value).toBe('');
  expect(field('Amount: From').getAttribute('aria-invalid')).not.toBe('true');
  expect(() => button('Remove filter Reference: TRX-7')).toThrow();
});

const OWN: readonly FilterField[] = [{ kind: 'data', label: 'Additional data' }];

function FilteredByData() {
  const search = useListSearch(paymentLinks.list, 'payment-links');
  return (
    <>
      <FilterForm fields={OWN} search={search} />
      <FilterChips fields={OWN} search={search} />
    </>
  );
}

test('a value of one’s own is a filter by its name, which both need each other and can be removed', async () => {
  const { search } = await renderAt('/links?metadata%5Btill%5D=7&page=2', <FilteredByData />);
  expect(chips()).toEqual(['till: 7']);
  expect((field('Additional data: Name') as HTMLInputElement).value).toBe('till');
  await type('Additional data: Name', 'branch');
  await type('Additional data: Value', '');
  await press('Search');
  expect(errorOf('Additional data: Value')).toBe('This field is required');
  await type('Additional data: Value', ' الزمالك ');
  await press('Search');
  expect(search()).toEqual({ 'metadata[branch]': 'الزمالك' });
  await type('Additional data: Name', 'no name');
  await press('Search');
  expect(errorOf('Additional data: Name')).not.toBe('');
  await press('Remove filter Additional data: branch: الزمالك');
  expect(search()).toEqual({});
});
