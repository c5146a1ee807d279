import { transactions } from '@daftar/contract/transactions';
import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { type Column, DataTable, Reference } from './data-table.tsx';
import type { DataTableProps, ListQuery } from './data-table-parts.tsx';
import { definePath } from './define-path.ts';
import { ApiError } from './errors.ts';
import { ListPage } from './list-page.tsx';
import { useListSearch } from './list-search.ts';
import { choicesOf } from './list-view.ts';
import { announced, button, field, press, renderAt, until } from './testing/render.tsx';

interface Row {
  id: number;
  reference: string;
  payer: string;
}

const rowsOf = (page: number): Row[] =>
  [1, 2, 3].map((each) => ({
    id: page * 10 + each,
    reference: `TRX-${page}${each}`,
    payer: `Payer ${page}${each}`,
  }));

const pathOf = (row: Row) => definePath(`/transactions/${row.id}`);

const COLUMNS: readonly Column<Row>[] = [
  {
    id: 'reference',
    header: 'Reference',
    card: 'title',
    cell: (row) => <Reference to={pathOf(row)}>{row.reference}</Reference>,
  },
  { id: 'payer', header: 'Payer', cell: (row) => row.payer },
  { id: 'amount', sortBy: 'total_amount', header: 'Amount', cell: () => '1.00 EGP' },
];

const NOTHING: Omit<ListQuery<Row>, 'refetch'> = {
  data: undefined,
  error: null,
  isPending: false,
  isPlaceholderData: false,
};

type Given = Partial<ListQuery<Row>> & { table?: Partial<DataTableProps<Row>> };

const meta = (page: number, total = 43) => ({ current_page: page, last_page: 5, per_page: 10, total });

/** A list whose pages are all there, or the answer that is given. */
function List({ table, ...answer }: Given) {
  const search = useListSearch(transactions.list, 'transactions');
  const data = { data: rowsOf(search.page), meta: meta(search.page) };
  const given = Object.keys(answer).length > 0 ? answer : { data };
  return (
    <DataTable
      caption="Transactions"
      columns={COLUMNS}
      query={{ ...NOTHING, refetch: () => {}, ...given }}
      search={search}
      rowKey={(row) => row.id}
      rowName={(row) => row.reference}
      empty={{ title: 'No transactions yet', text: 'Share a link.' }}
      {...table}
    />
  );
}

/** A list in which only one reference is found. */
function Searched() {
  const { filters } = useListSearch(transactions.list, 'transactions');
  const isFound = filters.reference === undefined || filters.reference === 'TRX-1';
  return <List data={isFound ? { data: rowsOf(1), meta: meta(1) } : { data: [], meta: meta(1, 0) }} />;
}

const references = () => [...document.querySelectorAll('tbody th')].map(({ textContent }) => textContent);
const heading = (name: string) =>
  [...document.querySelectorAll('thead th')].find(({ textContent }) => textContent === name);

describe('sorting', () => {
  test('by a column heading updates the address, marks the column and is announced', async () => {
    const { search } = await renderAt('/transactions?page=2', <List />);
    expect(announced()).toEqual([]);
    await press('Amount');
    await until(() => expect(search()).toEqual({ sort_by: 'total_amount', sort_type: 'asc' }));
    await until(() => expect(announced()).toEqual(['43 results · sorted by Amount, ascending']));
    expect(heading('Amount')?.getAttribute('aria-sort')).toBe('ascending');
    await press('Amount');
    await until(() => expect(announced()).toEqual(['43 results · sorted by Amount, descending']));
    expect(heading('Amount')?.getAttribute('aria-sort')).toBe('descending');
    expect(heading('Reference')?.hasAttribute('aria-sort')).toBe(false);
  });

  test('is not offered for columns that the contract or the screen does not sort by', async () => {
    const columns = COLUMNS.map((column) =>
      column.id === 'reference' ? { ...column, sortBy: false as const } : column,
    );
    await renderAt('/transactions', <List table={{ columns }} />);
    expect(heading('Payer')?.querySelector('button')).toBeNull();
    expect(heading('Reference')?.querySelector('button')).toBeNull();
    expect(heading('Amount')?.querySelector('button')).not.toBeNull();
  });
});

describe('the states of a list', () => {
  test('a loading list shows a skeleton and announces that it loads', async () => {
    await renderAt('/transactions', <List isPending />);
    expect(document.querySelector('[aria-busy="true"] table')).not.toBeNull();
    expect(announced()).toEqual(['Loading…']);
  });

  test('an empty list and an empty search result have different texts', async () => {
    const data = { data: [], meta: meta(1, 0) };
    await renderAt('/transactions', <List data={data} />);
    expect(document.body.textContent).toContain('No transactions yet');
    document.body.replaceChildren();
    await renderAt('/transactions?reference=TRX-9', <List data={data} />);
    expect(document.body.textContent).toContain('Nothing matches your search');
    expect(document.body.textContent).not.toContain('No transactions yet');
  });

  test('a search that finds nothing is announced, and so is the next one that finds nothing', async () => {
    const { go } = await renderAt('/transactions', <Searched />);
    const region = document.querySelector('[role="status"]');
    const heard: string[] = [];
    const observer = new MutationObserver((changes) => {
      if (changes.some(({ addedNodes }) => addedNodes.length > 0)) heard.push(announced().join());
    });
    observer.observe(region!, { childList: true, subtree: true, characterData: true });
    expect(announced()).toEqual([]);
    await go('/transactions?reference=TRX-8');
    await until(() => expect(heard).toEqual(['Nothing matches your search']));
    await go('/transactions?reference=TRX-9');
    await until(() => expect(heard).toEqual(['Nothing matches your search', 'Nothing matches your search']));
    await go('/transactions?reference=TRX-1');
    await until(() => expect(announced()).toEqual(['43 results']));
    await go('/transactions?reference=TRX-7');
    await until(() => expect(announced()).toEqual(['Nothing matches your search']));
    expect(document.querySelector('[role="status"]')).toBe(region);
    observer.disconnect();
  });

  test('a search that finds nothing is taken back with one press, and the order of the list stays', async () => {
    const { search } = await renderAt(
      '/transactions?reference=TRX-9&sort_by=total_amount&sort_type=desc',
      <List data={{ data: [], meta: meta(1, 0) }} />,
    );
    await press('Show all');
    await until(() => expect(search()).toEqual({ sort_by: 'total_amount', sort_type: 'desc' }));
  });

  test('what is not there is said to be that, not to have failed', async () => {
    await renderAt('/transactions', <List error={new ApiError(404, { message: 'We could not find it' })} />);
    expect(document.body.textContent).toContain('Not found');
    expect(document.body.textContent).not.toContain('could not be loaded');
  });

  test('a page past the last one still has a pager', async () => {
    const { search } = await renderAt('/transactions?page=9', <List data={{ data: [], meta: meta(9) }} />);
    await press('Previous');
    await until(() => expect(search()).toEqual({ page: '5' }));
  });

  test('a failed list can be retried', async () => {
    const refetch = vi.fn();
    await renderAt(
      '/transactions',
      <List error={new ApiError(500, { message: 'Our side' })} refetch={refetch} />,
    );
    expect(document.body.textContent).toContain('Our side');
    await press('Retry');
    expect(refetch).toHaveBeenCalledOnce();
  });

  test('a search that names too much says so in its own words, and offers no retry', async () => {
    const error = new ApiError(422, { message: 'Check it', errors: { q: ['Type more of the reference'] } });
    await renderAt('/transactions?q=TRX-', <List error={error} />);
    expect(document.body.textContent).toContain('Type more of the reference');
    expect(document.body.textContent).not.toContain('Check it');
    expect(document.querySelector('[role="alert"]')).toBeNull();
  });

  test('rows stay visible and are marked as busy while the next are fetched, and stay if that fails', async () => {
    const data = { data: rowsOf(1), meta: meta(1) };
    await renderAt('/transactions', <List data={data} isPlaceholderData />);
    expect(references()).toEqual(['TRX-11', 'TRX-12', 'TRX-13']);
    expect(document.querySelector('[aria-busy="true"] table[data-stale]')).not.toBeNull();
    document.body.replaceChildren();
    await renderAt('/transactions', <List data={data} error={new ApiError(500, {})} />);
    expect(references()).toEqual(['TRX-11', 'TRX-12', 'TRX-13']);
  });
});

describe('a row', () => {
  const cell = (text: string) => {
    const found = [...document.querySelectorAll('td')].find(({ textContent }) => textContent === text);
    if (!found) throw new Error(`no cell says ${text}`);
    return found;
  };

  test('opens its page wherever it is clicked, in a new tab with Ctrl or ⌘', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null);
    const { path } = await renderAt('/transactions', <List table={{ rowHref: pathOf }} />);
    await press(cell('Payer 12'), { ctrlKey: true });
    expect(opened).toHaveBeenCalledWith('/transactions/12', '_blank', 'noopener');
    expect(path()).toBe('/transactions');
    await press(cell('Payer 12'));
    expect(path()).toBe('/transactions/12');
    opened.mockRestore();
  });

  test('opens in a new tab below the base path of its application: /ops for the console', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null);
    await renderAt('/ops/transactions', <List table={{ rowHref: pathOf }} />, { basepath: '/ops' });
    await press(cell('Payer 12'), { metaKey: true });
    expect(opened).toHaveBeenCalledWith('/ops/transactions/12', '_blank', 'noopener');
    opened.mockRestore();
  });

  test('does not open when a control in it is clicked', async () => {
    const cancel = vi.fn();
    const { path } = await renderAt(
      '/transactions',
      <main>
        <Chosen table={{ rowHref: pathOf, rowActions: () => [{ label: 'Cancel', onClick: cancel }] }} />
      </main>,
    );
    await press('Select TRX-12');
    await press('Actions for TRX-12');
    await until(() => button('Cancel'));
    await press('Cancel');
    expect(cancel).toHaveBeenCalledOnce();
    expect(path()).toBe('/transactions');
  });

  test('is told apart from others of the same name: no two boxes or menus are called alike', async () => {
    const names = ['Salma', 'Omar', 'Salma'];
    await renderAt(
      '/transactions',
      <Chosen
        table={{
          rowName: ({ id }) => names[id - 11] ?? '',
          rowActions: () => [{ label: 'Cancel' }],
        }}
      />,
    );
    for (const name of ['Salma, row 1', 'Omar', 'Salma, row 3']) {
      expect(button(`Select ${name}`)).toBeDefined();
      expect(button(`Actions for ${name}`)).toBeDefined();
    }
  });

  test('has no menu without actions', async () => {
    await renderAt(
      '/transactions',
      <List table={{ rowActions: (row) => (row.id === 11 ? [{ label: 'Cancel' }] : []) }} />,
    );
    expect(button('Actions for TRX-11')).toBeDefined();
    expect(() => button('Actions for TRX-12')).toThrow();
  });
});

function Chosen({ table }: Pick<Given, 'table'>) {
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  return (
    <>
      <output>{[...selected].join(' ')}</output>
      <List table={{ ...table, selection: { selected, onChange: setSelected } }} />
    </>
  );
}

test('a selection is kept across pages, and “all” selects the current page', async () => {
  await renderAt('/transactions', <Chosen />);
  const chosen = () => document.querySelector('output')?.textContent;
  await press('Select TRX-12');
  expect(chosen()).toBe('12');
  await press('Next');
  await until(() => expect(references()[0]).toBe('TRX-21'));
  await press('Select all on this page');
  expect(chosen()).toBe('12 21 22 23');
  await press('Select all on this page');
  expect(chosen()).toBe('12');
});

/** The list on a page of its own, where its view can be chosen. */
function Page({ table, ...answer }: Given) {
  const search = useListSearch(transactions.list, 'transactions');
  return (
    <ListPage title="Transactions" search={search} views={null}>
      <List {...answer} {...(table ? { table } : {})} />
    </ListPage>
  );
}

const headings = () => [...document.querySelectorAll('thead th')].map(({ textContent }) => textContent);

describe('the view of a list', () => {
  const open = async () => {
    await press('Rows and columns');
    await until(() => button('Reset columns'));
  };
  const toggle = async (label: string) => press(field(label));

  test('leaves out columns and changes their order, keeps that for the next visit, and can be reset', async () => {
    await renderAt('/transactions', <Page />);
    await open();
    await toggle('Payer');
    expect(headings()).toEqual(['Reference', 'Amount']);
    await press('Move Amount earlier');
    await press('Move Amount earlier');
    expect(headings()).toEqual(['Amount', 'Reference']);
    expect(announced()).toContain('Amount is now column 1 of 3');
    document.body.replaceChildren();
    await renderAt('/transactions', <Page />);
    expect(headings()).toEqual(['Amount', 'Reference']);
    await open();
    await press('Reset columns');
    expect(headings()).toEqual(['Reference', 'Payer', 'Amount']);
  });

  test('always has the column that names the rows', async () => {
    await renderAt('/transactions', <Page />);
    await open();
    expect(field('Reference').disabled).toBe(true);
    expect(field('Payer').disabled).toBe(false);
  });

  test('is compact in every list once it was chosen in one', async () => {
    await renderAt('/transactions', <Page />);
    await open();
    await toggle('Compact');
    expect(document.querySelector('[data-density="compact"] table')).not.toBeNull();
    document.body.replaceChildren();
    await renderAt('/transactions', <List />);
    expect(document.querySelector('[data-density="compact"] table')).not.toBeNull();
  });

  test('shows a column that a later release adds, beside the one before it, and forgets one that is gone', () => {
    const columns = COLUMNS.map((column) => ({ ...column }));
    expect(choicesOf('amount -gone -reference', columns)).toEqual([
      { id: 'amount', shown: true },
      { id: 'reference', shown: true },
      { id: 'payer', shown: true },
    ]);
  });

  test('leaves out a column that is shown where somebody chose it, until then', async () => {
    const note = { id: 'note', header: 'Note', minor: 'chosen', cell: () => 'x' } as const;
    const columns = [...COLUMNS, note];
    expect(choicesOf('reference payer amount', columns).at(-1)).toEqual({ id: 'note', shown: false });
    const headings = () => [...document.querySelectorAll('th[data-column]')].map((th) => th.textContent);
    await renderAt('/transactions', <List table={{ columns }} />);
    expect(headings()).not.toContain('Note');
    localStorage.setItem('daftar.columns.transactions', 'reference note');
    document.body.replaceChildren();
    await renderAt('/transactions', <List table={{ columns }} />);
    expect(headings().join()).toContain('Note');
    localStorage.clear();
  });
});

describe('on a phone', () => {
  const narrow = async (run: () => Promise<void>) => {
    const view = (window as unknown as { happyDOM: { setViewport(size: { width: number }): void } }).happyDOM;
    view.setViewport({ width: 375 });
    try {
      await run();
    } finally {
      view.setViewport({ width: 1024 });
    }
  };

  test('rows are cards that label each value, and the sort order is chosen from a list', () =>
    narrow(async () => {
      const { search } = await renderAt('/transactions', <List />);
      expect(document.querySelector('table')).toBeNull();
      const cards = [...document.querySelectorAll('ul[aria-label="Transactions"] > li')];
      expect(cards.map(({ textContent }) => textContent)).toEqual([
        'TRX-11PayerPayer 11Amount1.00 EGP',
        'TRX-12PayerPayer 12Amount1.00 EGP',
        'TRX-13PayerPayer 13Amount1.00 EGP',
      ]);
      expect([...(cards[0]?.querySelectorAll('dt') ?? [])].map(({ textContent }) => textContent)).toEqual([
        'Payer',
        'Amount',
      ]);
      await press('Ascending; switch to descending');
      await until(() => expect(search()).toEqual({ sort_by: 'created_at', sort_type: 'desc' }));
    }));

  test('the sort order is named also when its column is not shown', () =>
    narrow(async () => {
      localStorage.setItem('daftar.columns.transactions', 'reference payer -amount');
      await renderAt('/transactions?sort_by=total_amount&sort_type=asc', <List />);
      const sort = document.querySelector<HTMLSelectElement>('select[aria-label="Sort by"]');
      expect(sort?.selectedOptions[0]?.textContent).toBe('Amount');
    }));
});
