import { Button } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconSearchOff, IconSelector } from '@tabler/icons-react';
import { memo, type ReactNode, use, useDeferredValue, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Announcement } from './announcement.tsx';
import { DataCards } from './data-cards.tsx';
import classes from './data-table.module.css';
import {
  type Column,
  type DataTableProps,
  type ListQuery,
  type RowParts,
  SelectAll,
  SelectRow,
  useRows,
} from './data-table-parts.tsx';
import { EmptyState } from './empty-state.tsx';
import { ErrorBox } from './error-box.tsx';
import { ApiError } from './errors.ts';
import { formatNumber } from './format.ts';
import type { ListSearch } from './list-search.ts';
import { type ChosenColumns, isFixed, useChosenColumns, useDensity, ViewSlot } from './list-view.ts';
import { ListViewButton } from './list-view-button.tsx';
import { useLocale } from './locale.ts';
import { markWide } from './mark-wide.ts';
import { Pager } from './pager.tsx';
import { RowMenu } from './row-menu.tsx';
import { sayInFull } from './say-in-full.ts';
import { Skeleton } from './skeleton.tsx';
import { Term } from './term.tsx';
import { usePhone } from './use-phone.ts';
import { useRowHandlers } from './use-row-handlers.ts';

export { type Column, Reference } from './data-table-parts.tsx';
export type { RowAction } from './row-menu.tsx';

/** The table of every list: sortable columns, selection, loading, empty and error states, pager; cards on a phone. */
export function DataTable<Row>(given: DataTableProps<Row>) {
  const query = useDrawnAfter(given.query);
  return (
    <>
      <Results {...given} query={query} />
      <Table {...given} query={query} />
    </>
  );
}

const hasNoRows = <Row,>({ query, search }: DataTableProps<Row>): boolean =>
  query.data?.data.length === 0 && !query.isPlaceholderData && search.page === 1;

/** What a list says instead of rows when its search asks for too much. */
const refusalOf = <Row,>({ query }: DataTableProps<Row>): string | undefined =>
  query.error instanceof ApiError && !query.data ? query.error.fieldErrors.q?.[0] : undefined;

function Table<Row>(given: DataTableProps<Row>) {
  const { t } = useTranslation('common');
  const phone = usePhone();
  const { query, search } = given;
  const chosen = useChosenColumns(search.list, given.columns);
  const [density] = useDensity();
  const frame = useRef<HTMLDivElement>(null);
  const props = { ...given, columns: chosen.columns };
  const rows = query.data?.data;

  if (query.error && !rows) {
    const tooMuch = refusalOf(given);
    if (tooMuch) return <EmptyState icon={IconSearchOff} title={tooMuch} />;
    return <ErrorBox error={query.error} onRetry={() => query.refetch()} />;
  }
  if (hasNoRows(given)) {
    return search.hasFilters ? (
      <EmptyState
        icon={IconSearchOff}
        title={t('table.noMatch')}
        text={t('table.noMatchText')}
        action={
          <Button variant="default" onClick={() => search.removeFilters(...Object.keys(search.filters))}>
            {t('table.showAll')}
          </Button>
        }
      />
    ) : (
      <EmptyState {...props.empty} />
    );
  }
  return (
    <div ref={frame} aria-busy={query.isPending || query.isPlaceholderData} data-density={density}>
      <View list={search.list} all={given.columns} chosen={chosen} frame={frame} />
      {phone ? (
        <DataCards {...props} all={given.columns} />
      ) : (
        <Rows {...props} wasChosen={chosen.choices !== null} />
      )}
      {props.pages}
      {query.data && !props.pages && (
        <Pager
          list={props.caption}
          meta={query.data.meta}
          onPage={search.setPage}
          pageSize={search.pageSize}
          onPageSize={search.setPageSize}
        />
      )}
    </div>
  );
}

interface ViewProps<Row> {
  list: string;
  all: readonly Column<Row>[];
  chosen: ChosenColumns<Row>;
  frame: { current: HTMLElement | null };
}

/** The button of the list's view, in the bar of its page. */
function View<Row>({ list, all, chosen, frame }: ViewProps<Row>) {
  const slot = use(ViewSlot);
  if (slot?.list !== list) return null;
  const isShown = (id: string) => {
    const heading = frame.current?.querySelector(`thead th[data-column="${id}"]`);
    if (heading) return getComputedStyle(heading).display !== 'none';
    return all.some((column) => column.id === id && (isFixed(column) || column.card !== 'none'));
  };
  return createPortal(
    <ListViewButton columns={all} choices={chosen.choices} onChoose={chosen.choose} isShown={isShown} />,
    slot.element,
  );
}

/** Announces the number of rows and their order, or that there are none, after filters, sort or page change. */
function Results<Row>(props: DataTableProps<Row>) {
  const { t } = useTranslation('common');
  const locale = useLocale();
  const { query, search, columns, empty } = props;
  const { filters, page, pageSize, sort } = search;
  const total = query.data?.meta.total;
  const found = [
    total !== undefined && t('pager.total', { count: total, total: formatNumber(total, locale) }),
    columns.flatMap((column) =>
      (column.sortBy ?? column.id) === sort.by
        ? [
            t(sort.type === 'asc' ? 'table.sortedAscending' : 'table.sortedDescending', {
              column: column.header,
            }),
          ]
        : [],
    )[0],
  ];
  const nothing = search.hasFilters ? t('table.noMatch') : empty.title;
  const said = refusalOf(props) ?? (hasNoRows(props) ? nothing : found.filter(Boolean).join(' · '));
  const isWaiting = query.isPending || query.isPlaceholderData || (query.error && !refusalOf(props));
  return (
    <Announcement text={isWaiting ? null : said} about={JSON.stringify([filters, page, pageSize, sort])} />
  );
}

/** Defers rendering of new rows, so that presses are handled in between; shows the previous rows meanwhile. */
function useDrawnAfter<Row>(query: ListQuery<Row>): ListQuery<Row> {
  const { error, isPending, refetch } = query;
  const data = useDeferredValue(query.data);
  const isPlaceholderData = query.isPlaceholderData || data !== query.data;
  return { data, error, isPending, isPlaceholderData, refetch };
}

const minorOf = <Row,>({ minor }: Column<Row>) => (minor === 'wide' ? 'wide' : minor || undefined);

const placeOf = <Row,>(column: Column<Row>) => ({
  'data-align': column.align,
  'data-minor': minorOf(column),
  'data-cut': column.share !== undefined || undefined,
});

/** One row, memoised by the props it renders from. */
const TableRow = memo(function TableRow<Row>(props: RowParts<Row>) {
  const { row, id, name, columns, selected, hasLink, hasMenu, on } = props;
  return (
    <tr
      onClick={(event) => on.open(row, event)}
      data-link={hasLink || undefined}
      data-selected={selected || undefined}
    >
      {selected !== undefined && (
        <td className={classes.check}>
          <SelectRow id={id} name={name} selected={selected} onToggle={on.toggle} />
        </td>
      )}
      {columns.map((column) => {
        const props = placeOf(column);
        return column.card === 'title' ? (
          <th key={column.id} scope="row" {...props}>
            {column.cell(row)}
          </th>
        ) : (
          <td key={column.id} {...props}>
            {column.cell(row)}
          </td>
        );
      })}
      {hasMenu !== undefined && (
        <td className={classes.menu}>
          {hasMenu && <RowMenu name={name} actions={() => on.actionsOf(row)} />}
        </td>
      )}
    </tr>
  );
}) as <Row>(props: RowParts<Row>) => ReactNode;

function Rows<Row>({ wasChosen, ...props }: DataTableProps<Row> & { wasChosen: boolean }) {
  const { t } = useTranslation('common');
  const { columns, query, search, selection, rowActions, rowKey } = props;
  const rows = useRows(props, useRowHandlers(props));
  return (
    <div
      ref={markWide}
      className={classes.wrapper}
      data-chosen={wasChosen || undefined}
      onPointerOver={sayInFull}
    >
      <table
        className={classes.table}
        data-stale={query.isPlaceholderData || undefined}
        data-lines={columns.some(({ share }) => share !== undefined) || undefined}
      >
        <caption className={classes.caption}>{props.caption}</caption>
        <thead>
          <tr>
            {selection && (
              <th className={classes.check} scope="col">
                <SelectAll rows={query.data?.data ?? []} rowKey={rowKey} selection={selection} />
              </th>
            )}
            {columns.map((column) => (
              <HeaderCell key={column.id} column={column} search={search} />
            ))}
            {rowActions && (
              <th className={classes.menu} scope="col">
                <span className={classes.hidden}>{t('table.actions')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows
            ? rows.map((row) => <TableRow key={row.id} {...row} />)
            : Array.from({ length: Math.min(search.pageSize, 10) }, (_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows of a skeleton have no other name.
                <tr key={index}>
                  {selection && <td className={classes.check} />}
                  {columns.map((column) => (
                    <td key={column.id} {...placeOf(column)}>
                      <Skeleton width={column.skeleton ?? '6rem'} />
                    </td>
                  ))}
                  {rowActions && <td className={classes.menu} />}
                </tr>
              ))}
        </tbody>
      </table>
      {!rows && (
        <span role="status" className={classes.hidden}>
          {t('loading')}
        </span>
      )}
    </div>
  );
}

function HeaderCell<Row>({ column, search }: { column: Column<Row>; search: ListSearch }) {
  const by = column.sortBy === false ? null : (column.sortBy ?? column.id);
  const sorted = by !== null && search.sort.by === by ? search.sort.type : null;
  const Icon = sorted === 'asc' ? IconArrowUp : sorted === 'desc' ? IconArrowDown : IconSelector;
  return (
    <th
      scope="col"
      data-column={column.id}
      data-align={column.align}
      data-minor={minorOf(column)}
      style={column.share === undefined ? undefined : { inlineSize: `${column.share}%` }}
      aria-sort={sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : undefined}
    >
      {by !== null && search.canSortBy(by) ? (
        <button
          type="button"
          className={classes.sort}
          data-align={column.align}
          data-sorted={sorted || undefined}
          onClick={() => search.toggleSort(by)}
        >
          {column.header}
          <Icon size={14} aria-hidden />
        </button>
      ) : (
        column.header
      )}
      {column.term && (
        <span className={classes.term}>
          <Term name={column.term} label={column.header} />
        </span>
      )}
    </th>
  );
}
