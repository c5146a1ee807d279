import { useMemo, useState } from 'react';
import type { Selection } from './data-table-parts.tsx';

interface Selected<Row> {
  /** For `DataTable` and `ExportRows`. */
  selection: Selection;
  /** The selected rows, of other pages as they were last seen. */
  rows: readonly Row[];
}

/** Keeps the selected rows of a list across its pages. @param page the rows that are shown now */
export function useSelection<Row>(
  page: readonly Row[] | undefined,
  keyOf: (row: Row) => number,
): Selected<Row> {
  const [kept, setKept] = useState<ReadonlyMap<number, Row>>(new Map());
  // biome-ignore lint/correctness/useExhaustiveDependencies: which key a row has does not change.
  return useMemo(() => {
    const shown = new Map(page?.map((row) => [keyOf(row), row]));
    const known = (id: number) => shown.get(id) ?? kept.get(id);
    const onChange = (ids: ReadonlySet<number>) => {
      const next = new Map<number, Row>();
      for (const id of ids) {
        const row = known(id);
        if (row !== undefined) next.set(id, row);
      }
      setKept(next);
    };
    const rows = [...kept.keys()].flatMap((id) => known(id) ?? []);
    return { selection: { selected: new Set(kept.keys()), onChange }, rows };
  }, [page, kept]);
}
