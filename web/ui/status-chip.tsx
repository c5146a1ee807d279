import type { ReactNode } from 'react';
import classes from './status-chip.module.css';

export type StatusKind = 'success' | 'pending' | 'fail' | 'closed' | 'refund' | 'open';

/** Shows a status as a word with a colour, never colour alone. */
export function StatusChip({ kind, children }: { kind: StatusKind; children: ReactNode }) {
  return (
    <span className={classes.chip} data-kind={kind}>
      {children}
    </span>
  );
}
