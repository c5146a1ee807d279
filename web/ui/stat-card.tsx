import type { ReactNode } from 'react';
import { ErrorBox } from './error-box.tsx';
import { Skeleton } from './skeleton.tsx';
import classes from './stat-card.module.css';
import { Term, type TermName } from './term.tsx';

export interface Stat {
  label: string;
  /** What the label means. */
  help?: TermName;
  value: ReactNode;
  /** Context shown under the figure. */
  note?: ReactNode;
}

interface StatCardsProps {
  /** Absent while loading. */
  stats: readonly Stat[] | undefined;
  /** Number of placeholders while loading. */
  count: number;
  error?: unknown;
  onRetry?: () => void;
  /** Accessible name of the group. */
  label: string;
  /** Above a list: on a phone all in one low row, so that rows of the list are seen. */
  isBrief?: boolean;
  /** One card per line on a phone, for amounts and words that do not fit half its width. */
  isWide?: boolean;
}

/** The row of figures above a list. */
export function StatCards({ stats, count, error, onRetry, label, isWide, isBrief }: StatCardsProps) {
  if (error && !stats) return <ErrorBox error={error} {...(onRetry ? { onRetry } : {})} />;
  const shown: readonly (Stat | null)[] = stats ?? Array.from({ length: count }, () => null);
  return (
    <dl
      className={classes.cards}
      data-count={count}
      data-wide={isWide || undefined}
      data-brief={isBrief || undefined}
      aria-label={label}
      aria-busy={!stats}
    >
      {shown.map((stat, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cards keep their places.
        <div key={index} className={classes.card}>
          <dt className={classes.label}>
            {stat ? stat.label : <Skeleton width="6rem" />}{' '}
            {stat?.help && <Term name={stat.help} label={stat.label} />}
          </dt>
          <dd className={classes.value}>{stat ? stat.value : <Skeleton width="4rem" height="1.5rem" />}</dd>
          {stat?.note && <dd className={classes.note}>{stat.note}</dd>}
        </div>
      ))}
    </dl>
  );
}
