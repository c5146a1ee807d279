import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../ui/format.ts';
import { Link } from '../../../ui/link.tsx';
import { useLocale } from '../../../ui/locale.ts';
import { type Path, withSearch } from '../../../ui/path.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Card, NotLoaded } from './card.tsx';
import classes from './counts-card.module.css';

export interface Count {
  label: string;
  /** Absent while loading. */
  value: number | undefined;
  /** The status filter of the list that shows these. */
  status?: number;
}

interface CountsCardProps {
  title: string;
  counts: readonly Count[];
  /** The path of the list; null if the person may not see it. */
  list: Path<{ status?: number }> | null;
  create: { label: string; path: Path } | null;
  failed: boolean;
  onRetry: () => unknown;
}

/** Counts, in total and by state, for who may see their rows; each leads to them. */
export function CountsCard({ title, counts, list, create, failed, onRetry }: CountsCardProps) {
  const { t } = useTranslation('dashboard');
  if (!list && !create) return null;
  return (
    <Card
      title={title}
      actions={
        create && (
          <Button
            component={Link}
            to={create.path}
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            aria-label={create.label}
          >
            {t('create')}
          </Button>
        )
      }
    >
      {!list ? null : failed ? (
        <NotLoaded onRetry={onRetry} />
      ) : (
        <dl className={classes.counts}>
          {counts.map((count) => (
            <div key={count.label}>
              <dt>{count.label}</dt>
              <dd>
                <Figure count={count} list={list} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  );
}

function Figure({
  count: { value, status, label },
  list,
}: {
  list: Path<{ status?: number }>;
  count: Count;
}) {
  const locale = useLocale();
  if (value === undefined) return <Skeleton width="2.5rem" height="1.5rem" />;
  const number = formatNumber(value, locale);
  if (value === 0) return number;
  return (
    <Link to={withSearch(list, { status })} className={classes.link} aria-label={`${label}: ${number}`}>
      {number}
    </Link>
  );
}
