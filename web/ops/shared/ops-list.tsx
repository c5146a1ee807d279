import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../ui/data-table.tsx';
import type { DataTableProps } from '../../ui/data-table-parts.tsx';
import { Section } from '../../ui/detail-page.tsx';
import { type ExportChoice, ExportRows } from '../../ui/export-rows.tsx';
import type { FilterField } from '../../ui/filters.tsx';
import { ListControls, ListPage } from '../../ui/list-page.tsx';
import type { ListSearch } from '../../ui/list-search.ts';
import { ListFind } from '../../ui/table-search.tsx';
import classes from './blocks.module.css';
import type { OpsListSearch } from './query.ts';
import { SavedViews } from './saved-views/views-button.tsx';
import { useTabs } from './tab-counts.ts';

/** A list's state, rows and file, by `useSavedList`. */
interface SavedList<Row, Search extends ListSearch = ListSearch> {
  search: Search;
  query: DataTableProps<Row>['query'];
  save: (choice: ExportChoice, signal: AbortSignal) => Promise<Response>;
}

interface OpsListProps<Row> extends Omit<DataTableProps<Row>, 'search' | 'query' | 'caption'> {
  title: string;
  /** The main action. */
  action?: ReactNode;
  /** Insight cards, if any. */
  insights?: ReactNode;
  /** What is done with the selected rows. */
  bulk?: ReactNode;
  /** What waits for a second operator. */
  waiting?: ReactNode;
  /** Of a list that has views: `OPS_VIEW_LISTS` of the contract names it. */
  list: SavedList<Row, OpsListSearch>;
  /** What the search field finds; without it there is none. The list then has no filter `q`. */
  find?: string;
  filters: readonly FilterField[];
  /** Dialogs and the like. */
  children?: ReactNode;
}

/** A list among others on a screen, with a search field, perhaps filters, and its file. */
export function OpsSection<Row>({
  title,
  list,
  find,
  filters = [],
  bulk,
  children,
  ...table
}: Omit<OpsListProps<Row>, 'action' | 'insights' | 'waiting' | 'filters' | 'list'> & {
  list: SavedList<Row>;
  find: string;
  filters?: readonly FilterField[];
}) {
  const { t } = useTranslation('ops');
  const { search, query, save } = list;
  return (
    <Section title={title}>
      <ListControls
        search={search}
        filters={filters}
        find={<ListFind search={search} name="q" label={`${t('find')}: ${title}`} placeholder={find} />}
        tools={
          <ExportRows
            start={save}
            fileName="daftar.csv"
            size="compact-sm"
            disabled={query.data?.meta.total === 0}
          />
        }
      >
        {bulk}
        <DataTable caption={title} query={query} search={search} {...table} />
      </ListControls>
      {children}
    </Section>
  );
}

/** A list of the console: one search field, filters, tabs of its status (`OPS_TABS` of the contract), sort, the operator's views, and its rows as CSV or workbook. */
export function OpsList<Row>({
  title,
  action,
  insights,
  bulk,
  waiting,
  list,
  find,
  filters,
  children,
  ...table
}: OpsListProps<Row>) {
  const { t } = useTranslation('ops');
  const { search, query } = list;
  const tabs = useTabs(search);
  // A link from elsewhere names one row: it is no field of the form, but can be taken away.
  const one: FilterField[] =
    'id' in search.filters ? [{ kind: 'text', name: 'id', label: t('column.id'), ltr: true }] : [];
  const fields = [...filters, ...one];
  const isEmpty = query.data?.meta.total === 0;
  return (
    <>
      <div className={classes.page}>
        <ListPage
          title={title}
          action={action}
          insights={insights}
          search={search}
          filters={fields}
          views={<SavedViews search={search} fields={fields} />}
          {...tabs}
          find={find && <ListFind search={search} name="q" label={t('find')} placeholder={find} />}
          tools={<ExportRows start={list.save} fileName="daftar.csv" disabled={isEmpty} />}
        >
          <div className={classes.waiting}>{waiting}</div>
          {bulk}
          <DataTable caption={title} query={query} search={search} {...table} />
        </ListPage>
      </div>
      {children}
    </>
  );
}
