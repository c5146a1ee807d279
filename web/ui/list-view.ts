/** How a person wants to see lists: which columns in which order, list by list, and how dense the rows of all are. */
import { createContext, useMemo } from 'react';
import type { Column } from './data-table-parts.tsx';
import { useRemembered } from './remembered.ts';

export const DENSITIES = ['comfortable', 'compact'] as const;
export type Density = (typeof DENSITIES)[number];

/** The density of all lists, kept in this browser. */
export function useDensity(): [Density, (density: Density) => void] {
  const [kept, keep] = useRemembered('daftar.density');
  const density = DENSITIES.find((each) => each === kept) ?? 'comfortable';
  return [density, keep];
}

/** One column's place: whether it is shown. */
export interface ColumnChoice {
  id: string;
  shown: boolean;
}

/** Whether a list must show a column: the one that names its rows. */
export const isFixed = ({ card }: Pick<Column<never>, 'card'>) => card === 'title';

/** Whether a list shows a column without being asked. */
const isUsual = ({ minor }: Pick<Column<never>, 'minor'>) => minor !== 'chosen';

const written = (choices: readonly ColumnChoice[]) =>
  choices.map(({ id, shown }) => (shown ? id : `-${id}`)).join(' ');

/**
 * Reads a kept choice. What the list no longer has is left out; what it did not have then is shown as usual, after the column that
 * precedes it in the list.
 */
export function choicesOf<Row>(kept: string, columns: readonly Column<Row>[]): ColumnChoice[] {
  const known = new Map(columns.map((column) => [column.id, column]));
  const choices = kept.split(' ').flatMap((word): ColumnChoice[] => {
    const id = word.replace(/^-/, '');
    const column = known.get(id);
    if (!column || !known.delete(id)) return [];
    return [{ id, shown: id === word || isFixed(column) }];
  });
  columns.forEach((column, index) => {
    if (!known.has(column.id)) return;
    const before = columns[index - 1]?.id;
    choices.splice(choices.findIndex(({ id }) => id === before) + 1, 0, {
      id: column.id,
      shown: isUsual(column),
    });
  });
  return choices;
}

export interface ChosenColumns<Row> {
  /** The columns to show, in order. */
  columns: readonly Column<Row>[];
  /** Null until something was chosen: the width of the table decides then. */
  choices: readonly ColumnChoice[] | null;
  choose: (choices: readonly ColumnChoice[] | null) => void;
}

/** The columns of a list as this person wants them. What was chosen is shown however narrow the table is. */
export function useChosenColumns<Row>(list: string, all: readonly Column<Row>[]): ChosenColumns<Row> {
  const [kept, keep] = useRemembered(`daftar.columns.${list}`);
  return useMemo(() => {
    const choose = (choices: readonly ColumnChoice[] | null) => keep(choices && written(choices));
    if (!kept) return { columns: all.filter(isUsual), choices: null, choose };
    const choices = choicesOf(kept, all);
    const byId = new Map(all.map((column) => [column.id, column]));
    const columns = choices.flatMap(({ id, shown }): Column<Row>[] => {
      const column = byId.get(id);
      if (!column || !shown) return [];
      return [{ ...column, minor: false, ...(column.card === 'none' ? { card: 'fact' as const } : {}) }];
    });
    return { columns, choices, choose };
  }, [kept, keep, all]);
}

/** Where a list page offers its view, and for which list. */
export const ViewSlot = createContext<{ element: HTMLElement; list: string } | null>(null);
