/** What the table and its cards share: the words they are told in, the checkboxes of rows, and what a row is known by. */
import type { Meta } from '@daftar/contract/envelope';
import { Checkbox } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ComponentType, MouseEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListSearch } from './list-search.ts';
import classes from './reference.module.css';
import type { RowAction } from './row-menu.tsx';

export interface Column<Row> {
  /** Its name, and what it sorts by unless `sortBy` says otherwise. */
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** The contract's sort column; `false` where the list offers one but the screen should not. */
  sortBy?: string | false;
  /** Amounts stand at the end. */
  align?: 'start' | 'end';
  /** Left out where the table is narrow; `wide`: there only where the table is wider than a laptop's. */
  minor?: boolean | 'wide';
  /** Width of its grey bar while loading. */
  skeleton?: string;
  /** Where it stands on a phone's card: `title` first, `value` opposite it, `chip` beside; others are listed. */
  card?: 'title' | 'value' | 'chip' | 'fact' | 'none';
}

/** What a list's query looks like to the table: the result of `useQuery`. */
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
  /** How a row is called in "Select …" and "Actions for …". */
  rowName: (row: Row) => string;
  /** Where a click on the row leads. The title cell holds the real link. */
  rowHref?: (row: Row) => string;
  rowActions?: (row: Row) => readonly RowAction[];
  selection?: Selection;
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

/** Selects or deselects the rows of this page; those of other pages keep their mark. */
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
    <Checkbox
      size="xs"
      aria-label={t('table.select', { name })}
      checked={selected}
      onChange={() => onToggle(id)}
    />
  );
}

/** What a row does, whatever its screen has become since the row was drawn. */
export interface RowHandlers<Row> {
  toggle: (id: number) => void;
  open: (row: Row, event: MouseEvent) => void;
  actionsOf: (row: Row) => readonly RowAction[];
}

/** What one row is drawn from; whoever draws it again compares exactly this. */
export interface RowParts<Row> {
  row: Row;
  id: number;
  name: string;
  columns: readonly Column<Row>[];
  /** Missing where rows are not chosen. */
  selected: boolean | undefined;
  hasLink: boolean;
  /** Missing where no row of the table has a menu. */
  hasMenu: boolean | undefined;
  on: RowHandlers<Row>;
}

/** Each row of a table with what it is drawn from. */
export function rowsOf<Row>(props: DataTableProps<Row>, on: RowHandlers<Row>): RowParts<Row>[] | undefined {
  const { columns, query, selection, rowActions, rowHref, rowKey, rowName } = props;
  return query.data?.data.map((row) => ({
    row,
    id: rowKey(row),
    name: rowName(row),
    columns,
    selected: selection?.selected.has(rowKey(row)),
    hasLink: rowHref !== undefined,
    hasMenu: rowActions && rowActions(row).length > 0,
    on,
  }));
}

/** What a row is known by, on one line; it leads to the row's own page where that may be opened. */
export function Reference({ to, children }: { to: string | null; children: string }) {
  const text = <bdi className={classes.text}>{children}</bdi>;
  if (to === null) return text;
  return (
    <Link to={to} className={classes.link}>
      {text}
    </Link>
  );
}
