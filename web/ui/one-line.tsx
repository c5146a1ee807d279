import type { ReactNode } from 'react';
import classes from './one-line.module.css';

/**
 * The parts of a cell that has several, one after the other: the first as it is, the others quiet. Parts that are empty are left
 * out. Its column has a `share`: parts that have no room in it are not seen, and the first is cut where it alone is too long.
 */
export function OneLine({ parts }: { parts: readonly ReactNode[] }) {
  const [first, ...others] = parts.filter(Boolean);
  return (
    <span className={classes.line}>
      <span className={classes.part}>{first}</span>
      {others.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name.
        <span key={at} className={`${classes.part} ${classes.quiet}`}>
          {'\u00a0· '}
          {part}
        </span>
      ))}
    </span>
  );
}
