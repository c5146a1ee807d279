import type { ReactNode } from 'react';
import classes from './fold.module.css';

/** A part of a screen that opens by its heading. `summary` stands in the heading, and tells what is inside while it is closed. */
export function Fold({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  return (
    <details className={classes.fold}>
      <summary>{summary}</summary>
      <div className={classes.body}>{children}</div>
    </details>
  );
}
