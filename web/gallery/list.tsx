import { transactions } from '@daftar/contract/transactions';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { BulkActions } from '../ui/bulk-actions.tsx';
import { type Column, DataTable, Reference } from '../ui/data-table.tsx';
import { DateText } from '../ui/date.tsx';
import { NetworkError } from '../ui/errors.ts';
import { ExportButton } from '../ui/export-button.tsx';
import { ExportRows } from '../ui/export-rows.tsx';
import { FilterChips, type FilterField, FilterForm } from '../ui/filters.tsx';
import { ListPage } from '../ui/list-page.tsx';
import { useListSearch } from '../ui/list-search.ts';
import { ListViewButton } from '../ui/list-view-button.tsx';
import { Money } from '../ui/money.tsx';
import { Pager } from '../ui/pager.tsx';
import { RowMenu } from '../ui/row-menu.tsx';
import { SelectionBar } from '../ui/selection-bar.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { StatusTabs } from '../ui/status-tabs.tsx';
import { ListFind } from '../ui/table-search.tsx';
import { WholeList } from '../ui/whole-list.tsx';
import { Example } from './example.tsx';
import classes from './gallery.module.css';
import { partPath } from './paths.ts';
import { MOMENT, useSamples } from './samples.ts';

interface Row {
  id: number;
  reference: string;
  amount: number;
}

const ROWS: Row[] = [
  { id: 1, reference: 'TRX-7K3M9Q2D', amount: 1250.5 },
  { id: 2, reference: 'TRX-2P8W4N6C', amount: 99 },
  { id: 3, reference: 'TRX-9H5T3V7B', amount: 12345.5 },
];
const MANY = Array.from({ length: 12 }, (_, id) => ({ ...ROWS[id % 3]!, id }));
const META = { current_page: 2, last_page: 5, per_page: 10, total: 43 };
const FULL = { data: { data: ROWS, meta: META }, error: null, isPending: false, isPlaceholderData: false };
const NONE = { data: [], meta: { current_page: 1, last_page: 1, per_page: 10, total: 0 } };

const WIDE: readonly Column<Row>[] = Array.from({ length: 12 }, (_, at) => ({
  id: `reference-${at}`,
  header: String(at),
  ...(at === 0 && { card: 'title' }),
  // As in the product, a card has no link below that of its title: two lines of text have no room for two targets.
  cell: ({ reference }) =>
    at === 0 ? <Reference to={partPath('detail')}>{reference}</Reference> : reference,
}));

function useColumns(): readonly Column<Row>[] {
  const words = useSamples();
  return [
    {
      id: 'reference',
      header: words.reference,
      card: 'title',
      cell: (row) => <Reference to={partPath('detail')}>{row.reference}</Reference>,
    },
    { id: 'created_at', header: words.date, cell: () => <DateText value={MOMENT} /> },
    {
      id: 'status',
      header: words.state,
      card: 'chip',
      cell: () => <StatusChip kind="success">{words.status[0]}</StatusChip>,
    },
    {
      id: 'total_amount',
      header: words.amount,
      align: 'end',
      card: 'value',
      cell: (row) => <Money amount={row.amount} />,
    },
  ];
}

/** A list page, then its table in the other states. */
export function ListPart() {
  const words = useSamples();
  const search = useListSearch(transactions.list, 'gallery');
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set([2]));
  const columns = useColumns();
  const fields: readonly FilterField[] = [
    { kind: 'text', name: 'reference', label: words.reference },
    { kind: 'days', from: 'date_from', to: 'date_to', label: words.range },
    { kind: 'amounts', from: 'amount_from', to: 'amount_to', label: words.amount },
    {
      kind: 'select',
      name: 'status',
      label: words.state,
      options: words.status.map((label, index) => ({ value: String(index), label })),
    },
  ];
  const status = fields.find((field) => field.kind === 'select');
  const table = {
    columns,
    search,
    rowKey: (row: Row) => row.id,
    rowName: (row: Row) => row.reference,
    empty: { title: words.empty, text: words.emptyText },
  };
  const query = { ...FULL, refetch: () => {} };
  const selection = { selected, onChange: setSelected };
  const start = async () => new Response('');
  return (
    <>
      <div>
        <ListPage
          title={words.store}
          search={search}
          filters={fields}
          views={null}
          action={<Button>{words.action}</Button>}
          find={<ListFind search={search} name="reference" label={words.reference} />}
          tabs="status"
          counts={words.status.map((_, status) => ({ status, total: 12 * status, more: status === 2 }))}
          tools={<ExportRows start={start} selection={selection} fileName="rows" />}
        >
          <BulkActions
            selection={selection}
            rows={ROWS.filter(({ id }) => selected.has(id))}
            rowKey={(row) => row.id}
            rowName={(row) => row.reference}
            actions={[
              {
                label: words.danger,
                danger: true,
                ask: () => ({ title: words.danger, text: words.emptyText }),
                act: async () => Promise.reject(new NetworkError()),
              },
              {
                label: words.store,
                reason: words.danger,
                ask: () => ({ title: words.store, text: words.emptyText }),
                act: async () => {},
              },
            ]}
          />
          <DataTable
            {...table}
            caption={words.store}
            query={query}
            selection={selection}
            rowActions={() => [{ label: words.danger, danger: true, onClick: () => {} }]}
          />
        </ListPage>
      </div>
      <Example name="FilterForm, FilterChips">
        <div className={classes.wide}>
          <FilterForm fields={fields} search={search} />
          <FilterChips
            fields={fields}
            search={{ ...search, filters: { reference: 'TRX-7K', amount_from: '100' }, hasFilters: true }}
          />
        </div>
      </Example>
      <Example name="StatusTabs, SelectionBar, ListViewButton">
        <div className={classes.wide}>
          {status && <StatusTabs search={search} field={status} />}
          <SelectionBar selection={selection} />
        </div>
        <ListViewButton columns={columns} choices={null} onChoose={() => {}} isShown={() => true} />
      </Example>
      <Example name="WholeList">
        <div className={classes.wide}>
          <WholeList title={words.store} rows={MANY} textOf={({ reference }) => [reference]} first={3}>
            {(rows) => (
              <ul>
                {rows.map(({ id, reference }) => (
                  <li key={id}>
                    <bdi>{reference}</bdi>
                  </li>
                ))}
              </ul>
            )}
          </WholeList>
        </div>
      </Example>
      <Example name="DataTable">
        <div className={classes.wide}>
          {/* Wider than any place for it. */}
          <DataTable {...table} columns={WIDE} caption={words.reference} query={query} />
        </div>
        <div className={classes.wide}>
          <DataTable {...table} caption={words.date} query={{ ...query, data: undefined, isPending: true }} />
        </div>
        <div className={classes.wide}>
          <DataTable {...table} caption={words.amount} query={{ ...query, data: NONE }} />
        </div>
        <div className={classes.wide}>
          <DataTable
            {...table}
            caption={words.state}
            query={{ ...query, data: undefined, error: new NetworkError() }}
          />
        </div>
      </Example>
      <Example name="Pager, RowMenu, ExportButton">
        <Pager
          list={words.range}
          meta={{ ...META, current_page: 1, more: true }}
          onPage={() => {}}
          pageSize={10}
          onPageSize={() => {}}
        />
        <RowMenu name={words.name} actions={() => [{ label: words.danger }]} />
        <ExportButton fileName="rows.csv" start={start} />
      </Example>
    </>
  );
}
