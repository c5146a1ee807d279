import { useLayoutEffect, useRef, useState } from 'react';
import { useHrefOf } from './current-address.ts';
import type { DataTableProps, RowHandlers } from './data-table-parts.tsx';
import { useGoTo } from './link.tsx';

const isInteractive = (target: EventTarget) =>
  target instanceof Element &&
  target.closest('a, button, input, label, [role="menu"], [role="menuitem"]') !== null;

/**
 * Returns handlers for a table's rows. Their identity never changes, so rows re-render only when their data does; they
 * read the table's latest props when called.
 */
export function useRowHandlers<Row>(props: DataTableProps<Row>): RowHandlers<Row> {
  const goTo = useGoTo();
  const hrefOf = useHrefOf();
  const latest = useRef({ ...props, goTo, hrefOf });
  useLayoutEffect(() => {
    latest.current = { ...props, goTo, hrefOf };
  });
  const [handlers] = useState<RowHandlers<Row>>(() => ({
    toggle: (id) => {
      const { selection } = latest.current;
      const next = new Set(selection?.selected);
      if (!next.delete(id)) next.add(id);
      selection?.onChange(next);
    },
    open: (row, event) => {
      const { rowHref } = latest.current;
      if (!rowHref || isInteractive(event.target) || window.getSelection()?.toString()) return;
      if (event.metaKey || event.ctrlKey)
        window.open(latest.current.hrefOf(rowHref(row)), '_blank', 'noopener');
      else void latest.current.goTo(rowHref(row));
    },
    actionsOf: (row) => latest.current.rowActions?.(row) ?? [],
  }));
  return handlers;
}
