import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconSortAscending, IconSortDescending } from '@tabler/icons-react';
import { memo, type ReactNode, use, useMemo } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import classes from './data-cards.module.css';
import {
  type Column,
  type DataTableProps,
  type RowParts,
  SelectAll,
  SelectRow,
  useRows,
} from './data-table-parts.tsx';
import type { ListSearch } from './list-search.ts';
import { ViewSlot } from './list-view.ts';
import { RowMenu } from './row-menu.tsx';
import { sayInFull } from './say-in-full.ts';
import { Skeleton } from './skeleton.tsx';
import { useRowHandlers } from './use-row-handlers.ts';

function placed<Row>(columns: readonly Column<Row>[], place: Column<Row>['card']): readonly Column<Row>[] {
  return columns.filter((column) => (column.card ?? 'fact') === place);
}

type Placed<Row> = Record<'titles' | 'values' | 'chips' | 'facts', readonly Column<Row>[]>;

/** One card, memoised by the props its row renders from. */
const Card = memo(function Card<Row>(props: RowParts<Row> & { placed: Placed<Row> }) {
  const { row, id, name, selected, hasMenu, on, placed } = props;
  return (
    <li className={classes.card} data-selected={selected || undefined}>
      <div className={classes.head}>
        {selected !== undefined && <SelectRow id={id} name={name} selected={selected} onToggle={on.toggle} />}
        <div className={classes.title}>
          {placed.titles.map((column) => (
            <div key={column.id}>{(column.onCard ?? column.cell)(row)}</div>
          ))}
        </div>
        {placed.values.map((column) => (
          <div key={column.id} className={classes.value}>
            {(column.onCard ?? column.cell)(row)}
          </div>
        ))}
        {hasMenu && <RowMenu name={name} actions={() => on.actionsOf(row)} />}
      </div>
      {placed.chips.length + placed.facts.length > 0 && (
        <div className={classes.line}>
          {placed.chips.map((column) => (
            <div key={column.id} className={classes.chip}>
              {(column.onCard ?? column.cell)(row)}
            </div>
          ))}
          {placed.facts.length > 0 && (
            <dl className={classes.facts}>
              {placed.facts.map((column) => (
                <div key={column.id} data-plain={column.plain || undefined}>
                  <dt>{column.header}</dt>
                  <dd>{(column.onCard ?? column.cell)(row)}</dd>
                </div>
              ))}
            </dl>
          )}
        </div>
      )}
    </li>
  );
}) as <Row>(props: RowParts<Row> & { placed: Placed<Row> }) => ReactNode;

/** The table on a phone: one card per row, with a sort menu. `all`: the columns, those too that are not shown. */
export function DataCards<Row>({ all, ...props }: DataTableProps<Row> & { all: readonly Column<Row>[] }) {
  const { t } = useTranslation('common');
  const { columns, query, search, selection, rowKey } = props;
  const rows = useRows(props, useRowHandlers(props));
  const places = useMemo(
    () => ({
      titles: placed(columns, 'title'),
      values: placed(columns, 'value'),
      chips: placed(columns, 'chip'),
      facts: placed(columns, 'fact'),
    }),
    [columns],
  );
  return (
    <>
      <InBar list={search.list}>
        {selection && (
          <span className={classes.all}>
            <SelectAll rows={query.data?.data ?? []} rowKey={rowKey} selection={selection} />
          </span>
        )}
        <SortControl columns={all} search={search} />
      </InBar>
      <ul
        className={classes.cards}
        aria-label={props.caption}
        data-list={props.search.list}
        data-stale={query.isPlaceholderData || undefined}
        onPointerOver={sayInFull}
      >
        {rows
          ? rows.map((row) => <Card key={row.id} {...row} placed={places} />)
          : Array.from({ length: 5 }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: cards of a skeleton have no other name.
              <li key={index} className={classes.card} aria-hidden>
                <div className={classes.head}>
                  <div className={classes.title}>
                    <Skeleton width="55%" />
                  </div>
                  <Skeleton width="4rem" height="1.25rem" />
                </div>
                <Skeleton width="75%" />
              </li>
            ))}
      </ul>
      {!rows && <span role="status" aria-label={t('loading')} />}
    </>
  );
}

/** Tools of the cards: in the bar of the list's page, or above them. */
function InBar({ list, children }: { list: string; children: ReactNode }) {
  const slot = use(ViewSlot);
  if (slot?.list === list) {
    return createPortal(<div className={classes.inBar}>{children}</div>, slot.element);
  }
  return <div className={classes.tools}>{children}</div>;
}

/** Nothing is done with a row of a table that only shows figures. */
const NOTHING = { toggle: () => undefined, open: () => undefined, actionsOf: () => [] };

interface FewCardsProps<Row> {
  caption: string;
  /** The first names the row: it is the card's title unless it says otherwise. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowName: (row: Row) => string;
}

/** The cards of a small table that is no list: without sort, pages and actions. */
export function FewCards<Row>({ caption, columns: given, rows, rowName }: FewCardsProps<Row>) {
  const columns = given.map((column, at) => (at === 0 ? { card: 'title' as const, ...column } : column));
  const places = {
    titles: placed(columns, 'title'),
    values: placed(columns, 'value'),
    chips: placed(columns, 'chip'),
    facts: placed(columns, 'fact'),
  };
  return (
    <ul className={classes.cards} aria-label={caption}>
      {rows.map((row, id) => (
        <Card
          key={rowName(row)}
          {...{ row, id, columns, name: rowName(row), hasLink: false, on: NOTHING }}
          selected={undefined}
          hasMenu={undefined}
          placed={places}
        />
      ))}
    </ul>
  );
}

function SortControl<Row>({ columns, search }: { columns: readonly Column<Row>[]; search: ListSearch }) {
  const { t } = useTranslation('common');
  const sortable = columns.flatMap((column) => {
    const by = column.sortBy === false ? null : (column.sortBy ?? column.id);
    return by !== null && search.canSortBy(by) ? [{ value: by, label: column.header }] : [];
  });
  if (sortable.length === 0) return null;
  const { sort } = search;
  const known = sortable.some((option) => option.value === sort.by);
  const data = known
    ? sortable
    : [{ value: sort.by, label: t(sort.type === 'asc' ? 'sort.oldest' : 'sort.newest') }, ...sortable];
  const ascending = sort.type === 'asc';
  return (
    <div className={classes.sort}>
      <NativeSelect
        size="sm"
        className={classes.by}
        aria-label={t('sort.by')}
        value={sort.by}
        data={data}
        onChange={(event) => search.setSort({ by: event.currentTarget.value, type: sort.type })}
      />
      <ActionIcon
        variant="default"
        size={36}
        aria-label={ascending ? t('sort.ascending') : t('sort.descending')}
        onClick={() => search.setSort({ by: sort.by, type: ascending ? 'desc' : 'asc' })}
      >
        {ascending ? (
          <IconSortAscending size={18} aria-hidden />
        ) : (
          <IconSortDescending size={18} aria-hidden />
        )}
      </ActionIcon>
    </div>
  );
}
