import { VisuallyHidden } from '@mantine/core';
import type { ComponentType, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from './copy-button.tsx';
import { DateText } from './date.tsx';
import classes from './detail-page.module.css';
import { ErrorBox } from './error-box.tsx';
import { Skeleton } from './skeleton.tsx';
import { Term, type TermName } from './term.tsx';

export interface DetailQuery<T> {
  data: { data: T } | undefined;
  error: unknown;
  refetch: () => unknown;
}

interface DetailPageProps<T> {
  /** Kind of the record: the h1 while its reference is loading, and the caption above it afterwards. */
  title: string;
  query: DetailQuery<T>;
  summary: (data: T) => {
    /** Shown with a copy button; left out for people. */
    reference?: string;
    /** The main figure of the screen, or a name. */
    headline: ReactNode;
    status?: ReactNode;
    /** One muted line under the headline. */
    note?: ReactNode;
    actions?: ReactNode;
  };
  children: (data: T) => ReactNode;
}

/**
 * The shared layout of every detail screen: summary, facts, timeline, related tables. The title bar has the back link.
 */
export function DetailPage<T>({ title, query, summary, children }: DetailPageProps<T>) {
  const { t } = useTranslation('common');
  const data = query.data?.data;
  const failed = !data && query.error;
  const shown = data ? summary(data) : undefined;
  // The same h1 in every state, so that the focus stays on it when the data arrives.
  return (
    <div aria-busy={!data && !failed}>
      <header className={classes.summary}>
        <div className={classes.words}>
          <div className={classes.name}>
            <h1 className={classes.kind} tabIndex={-1}>
              {title} {shown?.reference && <bdi className={classes.reference}>{shown.reference}</bdi>}
            </h1>
            {shown?.reference && <CopyButton value={shown.reference} label={t('copyReference')} />}
          </div>
          {!failed && (
            <div className={classes.headline}>
              {shown ? (
                <>
                  <span className={classes.figure}>{shown.headline}</span>
                  {shown.status}
                </>
              ) : (
                <Skeleton width="12rem" height="2rem" />
              )}
            </div>
          )}
          {shown?.note && <p className={classes.note}>{shown.note}</p>}
        </div>
        {shown?.actions && <div className={classes.actions}>{shown.actions}</div>}
      </header>
      {data ? (
        <div className={classes.body}>{children(data)}</div>
      ) : failed ? (
        <ErrorBox error={query.error} onRetry={() => query.refetch()} />
      ) : (
        <FactsSkeleton label={t('loading')} />
      )}
    </div>
  );
}

function FactsSkeleton({ label }: { label: string }) {
  return (
    <div className={classes.facts}>
      {['40%', '55%', '35%', '50%', '45%', '60%'].map((width) => (
        <div key={width} className={classes.fact}>
          <Skeleton width="35%" />
          <Skeleton width={width} />
        </div>
      ))}
      <VisuallyHidden role="status">{label}</VisuallyHidden>
    </div>
  );
}

interface SectionProps {
  title: string;
  /** What the title means. */
  help?: TermName;
  actions?: ReactNode;
  children: ReactNode;
}

/** A titled part of a screen. */
export function Section({ title, help, actions, children }: SectionProps) {
  return (
    <section aria-label={title}>
      <div className={classes.sectionHead}>
        <div className={classes.sectionName}>
          <h2 className={classes.sectionTitle}>{title}</h2>
          {help && <Term name={help} label={title} />}
        </div>
        {actions}
      </div>
      {children}
    </section>
  );
}

export interface Fact {
  label: string;
  /** What the label means. */
  help?: TermName;
  /** Null, undefined or false leaves the fact out. */
  value: ReactNode;
  /** Takes the full width, for descriptions and notes. */
  wide?: boolean;
}

/** Renders facts as a description list. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={classes.facts}>
      {facts
        .filter(({ value }) => value !== null && value !== undefined && value !== false && value !== '')
        .map(({ label, help, value, wide }) => (
          <div key={label} className={classes.fact} data-wide={wide || undefined}>
            <dt>
              {label} {help && <Term name={help} label={label} />}
            </dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

export interface TimelineItem {
  key: string;
  title: ReactNode;
  /** ISO 8601. */
  at: string;
  detail?: ReactNode;
  icon: ComponentType<{ size?: number }>;
  tone?: 'plain' | 'good' | 'bad';
}

/** A timeline of events, newest first. */
export function Timeline({ items }: { items: readonly TimelineItem[] }) {
  return (
    <ol className={classes.timeline}>
      {items.map(({ key, title, at, detail, icon: Icon, tone = 'plain' }) => (
        <li key={key} className={classes.event} data-tone={tone}>
          <span className={classes.dot} aria-hidden>
            <Icon size={14} />
          </span>
          <div>
            <p className={classes.eventTitle}>{title}</p>
            {detail && <div className={classes.eventDetail}>{detail}</div>}
            <p className={classes.eventTime}>
              <DateText value={at} />
            </p>
          </div>
        </li>
      ))}
    </ol>
  );
}
