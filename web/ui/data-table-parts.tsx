/** Parts shared by the table and its cards: props, row checkboxes, and the cell that names a row. */
import type { Meta } from '@daftar/contract/envelope';
import { Checkbox } from '@mantine/core';
import type { ComponentType, MouseEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from './format.ts';
import { Link } from './link.tsx';
import type { ListSearch } from './list-search.ts';
import { useLocale } from './locale.ts';
import type { Path } from './path.ts';
import classes from './reference.module.css';
import type { RowAction } from './row-menu.tsx';
import selectClasses from './select-row.module.css';
import type { TermName } from './term.tsx';

export interface Column<Row> {
  /** Column name, and its sort column unless `sortBy` is given. */
  id: string;
  header: string;
  /** What its heading means, where that is not everyday. */
  term?: TermName;
  cell: (row: Row) => ReactNode;
  /** The contract's sort column; `false` to offer no sorting even if the contract has it. */
  sortBy?: string | false;
  /** `end` for amounts. */
  align?: 'start' | 'end';
  /** Hide in a narrow table; `wide`: show only in a table wider than on a laptop; `chosen`: only where somebody chose it. */
  minor?: boolean | 'wide' | 'chosen';
  /**
   * For text of any length: what percentage of the table's width it should have. It is cut where it does not fit, and the
   * whole table then has one line per row.
   */
  share?: number;
  /** On a phone's card its heading is for screen readers only, since everybody sees what it is: a date, a method. */
  plain?: boolean;
  /** Width of the skeleton bar. */
  skeleton?: string;
  /** What a phone's card shows instead, where there is room for less; the row's page has the rest. */
  onCard?: (row: Row) => ReactNode;
  /** Position on a phone's card: `title`, `value` opposite it, `chip` beside it; other columns follow below. */
  card?: 'title' | 'value' | 'chip' | 'fact' | 'none';
}

/** The part of `useQuery`'s result that the table reads. */
export interface ListQuery<Row> {
  data: { data: Row[]; meta: Meta } | undefined;
  error: unknown;
  isPending: boolean;
  isPlaceholderData: boolean;
  refetch: () => unknown;
}

export interface Selection {
  selected: ReadonlySet<number>;
  onChange: (selected: ReadonlySet<number>) => void;
}

export interface DataTableProps<Row> {
  /** Accessible name of the table. */
  caption: string;
  columns: readonly Column<Row>[];
  query: ListQuery<Row>;
  search: ListSearch;
  rowKey: (row: Row) => number;
  /** Name of a row in "Select …" and "Actions for …". */
  rowName: (row: Row) => string;
  /** Address opened by a click on the row. The title cell holds the real link. */
  rowHref?: (row: Row) => Path;
  rowActions?: (row: Row) => readonly RowAction[];
  selection?: Selection;
  /** Instead of pages by number, which a list that is read by place has not. */
  pages?: ReactNode;
  empty: {
    icon?: ComponentType<{ size?: number; stroke?: number }>;
    title: string;
    text?: string;
    action?: ReactNode;
  };
}

interface SelectAllProps<Row> {
  rows: readonly Row[];
  rowKey: (row: Row) => number;
  selection: Selection;
}

/** Selects or deselects the rows of this page; the selection on other pages is kept. */
export function SelectAll<Row>({ rows, rowKey, selection }: SelectAllProps<Row>) {
  const { t } = useTranslation('common');
  const ids = rows.map(rowKey);
  const marked = ids.filter((id) => selection.selected.has(id));
  const all = ids.length > 0 && marked.length === ids.length;
  const toggle = () => {
    const next = new Set(selection.selected);
    for (const id of ids) {
      if (all) next.delete(id);
      else next.add(id);
    }
    selection.onChange(next);
  };
  return (
    <Checkbox
      size="xs"
      aria-label={t('table.selectAll')}
      checked={all}
      indeterminate={marked.length > 0 && !all}
      onChange={toggle}
      disabled={ids.length === 0}
    />
  );
}

interface SelectRowProps {
  id: number;
  name: string;
  selected: boolean;
  onToggle: (id: number) => void;
}

/** The checkbox of one row. */
export function SelectRow({ id, name, selected, onToggle }: SelectRowProps) {
  const { t } = useTranslation('common');
  return (
    <input
      type="checkbox"
      className={selectClasses.box}
      aria-label={t('table.select', { name })}
      checked={selected}
      onChange={() => onToggle(id)}
    />
  );
}

/** Row callbacks with a stable identity; see `useRowHandlers`. */
export interface RowHandlers<Row> {
  toggle: (id: number) => void;
  open: (row: Row, event: MouseEvent) => void;
  actionsOf: (row: Row) => readonly RowAction[];
}

/** Everything one row renders from, and what its memo compares. */
export interface RowParts<Row> {
  row: Row;
  id: number;
  name: string;
  columns: readonly Column<Row>[];
  /** Missing if rows cannot be selected. */
  selected: boolean | undefined;
  hasLink: boolean;
  /** Missing if the table has no row menus. */
  hasMenu: boolean | undefined;
  on: RowHandlers<Row>;
}

/**
 * The name of each row for screen readers. Rows that have the same one, such as two messages to one address, also say which
 * row of the page they are: no two boxes or menus are called alike.
 */
function useRowNames<Row>(rows: readonly Row[] | undefined, rowName: (row: Row) => string): string[] {
  const { t } = useTranslation('common');
  const locale = useLocale();
  const names = rows?.map(rowName) ?? [];
  const times = new Map<string, number>();
  for (const name of names) times.set(name, (times.get(name) ?? 0) + 1);
  return names.map((name, at) =>
    times.get(name) === 1 ? name : t('table.rowOf', { name, number: formatNumber(at + 1, locale) }),
  );
}

/** Pairs each row with the props it renders from. */
export function useRows<Row>(props: DataTableProps<Row>, on: RowHandlers<Row>): RowParts<Row>[] | undefined {
  const { columns, query, selection, rowActions, rowHref, rowKey, rowName } = props;
  const rows = query.data?.data;
  const names = useRowNames(rows, rowName);
  return rows?.map((row, at) => ({
    row,
    id: rowKey(row),
    name: names[at] ?? '',
    columns,
    selected: selection?.selected.has(rowKey(row)),
    hasLink: rowHref !== undefined,
    hasMenu: rowActions && rowActions(row).length > 0,
    on,
  }));
}

/** The identifying cell of a row, on one line; a link if the row's page may be opened. */
export function Reference({ to, children }: { to: Path | null; children: string }) {
  const text = <bdi className={classes.text}>{children}</bdi>;
  if (to === null) return text;
  return (
    <Link to={to} className={classes.link}>
      {text}
    </Link>
  );
}
