import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import classes from './parts.module.css';

interface LoadedProps<T> {
  query: { data: { data: T } | undefined; error: unknown; refetch: () => unknown };
  children: (data: T) => ReactNode;
  /** The error text, where it has one of its own. */
  failed?: string;
}

/** Shows a query's result; before that a skeleton, or the error with Retry. */
export function Loaded<T>({ query, children, failed }: LoadedProps<T>) {
  const { t } = useTranslation('common');
  if (query.data) return children(query.data.data);
  if (query.error) return <ErrorBox error={query.error} onRetry={() => query.refetch()} title={failed} />;
  return (
    <div className={classes.form} aria-busy>
      {['30%', '25%', '35%'].map((width) => (
        <div key={width}>
          <Skeleton width={width} />
          <Skeleton height="2.25rem" />
        </div>
      ))}
      <VisuallyHidden role="status">{t('loading')}</VisuallyHidden>
    </div>
  );
}
