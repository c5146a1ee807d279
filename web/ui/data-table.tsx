import { IconArrowDown, IconArrowUp, IconSearchOff, IconSelector } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { DataCards } from './data-cards.tsx';
import classes from './data-table.module.css';
import { type Column, type DataTableProps, SelectAll, SelectRow } from './data-table-parts.tsx';
import { EmptyState } from './empty-state.tsx';
import { ErrorBox } from './error-box.tsx';
import type { ListSearch } from './list-search.ts';
import { Pager } from './pager.tsx';
import { RowMenu } from './row-menu.tsx';
import { Skeleton } from './skeleton.tsx';
import { usePhone } from './use-phone.ts';

export type { Column } from './data-table-parts.tsx';
export type { RowAction } from './row-menu.tsx';

/** The list of every screen: columns with sort, selection, four states, pager; cards on a phone. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { t } = useTranslation('common');
  const phone = usePhone();
  const { query, search } = props;
  const rows = query.data?.data;

  if (query.error && !rows) return <ErrorBox error={query.error} onRetry={() => query.refetch()} />;
  if (rows && rows.length === 0 && !query.isPlaceholderData && search.page === 1) {
    return search.hasFilters ? (
      <EmptyState icon={IconSearchOff} title={t('table.noMatch')} text={t('table.noMatchText')} />
    ) : (
      <EmptyState {...props.empty} />
    );
  }
  return (
    <div aria-busy={query.isPending || query.isPlaceholderData}>
      {phone ? <DataCards {...props} /> : <Rows {...props} />}
      {query.data && (
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

const isInteractive = (target: EventTarget) =>
  target instanceof Element &&
  target.closest('a, button, input, label, [role="menu"], [role="menuitem"]') !== null;

function Rows<Row>(props: DataTableProps<Row>) {
  const { t } = useTranslation('common');
  const navigate = useNavigate();
  const { columns, query, search, selection, rowActions, rowHref, rowKey, rowName } = props;
  const rows = query.data?.data;
  const open = (row: Row) => (event: MouseEvent) => {
    if (!rowHref || isInteractive(event.target) || window.getSelection()?.toString()) return;
    if (event.metaKey || event.ctrlKey) window.open(rowHref(row), '_blank', 'noopener');
    else void navigate({ to: rowHref(row) });
  };
  return (
    <div className={classes.wrapper}>
      <table className={classes.table} data-stale={query.isPlaceholderData || undefined}>
        <caption className={classes.caption}>{props.caption}</caption>
        <thead>
          <tr>
            {selection && (
              <th className={classes.check} scope="col">
                <SelectAll rows={rows ?? []} rowKey={rowKey} selection={selection} />
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
            ? rows.map((row) => (
                <tr
                  key={rowKey(row)}
                  onClick={open(row)}
                  data-link={rowHref ? true : undefined}
                  data-selected={selection?.selected.has(rowKey(row)) || undefined}
                >
                  {selection && (
                    <td className={classes.check}>
                      <SelectRow id={rowKey(row)} name={rowName(row)} selection={selection} />
                    </td>
                  )}
                  {columns.map((column) => (
                    <td key={column.id} data-align={column.align} data-minor={column.minor || undefined}>
                      {column.cell(row)}
                    </td>
                  ))}
                  {rowActions && (
                    <td className={classes.menu}>
                      <RowMenu name={rowName(row)} actions={rowActions(row)} />
                    </td>
                  )}
                </tr>
              ))
            : Array.from({ length: Math.min(search.pageSize, 10) }, (_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows of a skeleton have no other name.
                <tr key={index}>
                  {selection && <td className={classes.check} />}
                  {columns.map((column) => (
                    <td key={column.id} data-align={column.align} data-minor={column.minor || undefined}>
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
      data-align={column.align}
      data-minor={column.minor || undefined}
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
    </th>
  );
}
