import { REVIEW_HOURS } from '@daftar/contract/ops-kyc';
import { IconUserCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DateText } from '../../ui/date.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { textKey } from '../../ui/text-key.ts';
import { kycRequestPath } from '../paths/kyc.ts';
import { NameLink, WaitingSince } from '../shared/cells.tsx';
import { useWaitingRequests } from './api.ts';
import classes from './kyc.module.css';

const isLate = (since: string) => Date.now() - Date.parse(since) > REVIEW_HOURS * 3_600_000;

/** `/ops/kyc`: merchants waiting for review, longest first. */
export default function QueuePage() {
  const { t } = useTranslation(['ops-kyc', 'ops']);
  const query = useWaitingRequests();
  const waiting = query.data?.data;
  return (
    <>
      <PageHeader title={t('ops:nav.kyc')} />
      {query.error && !waiting && <ErrorBox error={query.error} onRetry={() => query.refetch()} />}
      {waiting?.length === 0 && <EmptyState icon={IconUserCheck} title={t('empty')} text={t('emptyText')} />}
      {waiting ? (
        <ul className={classes.queue} aria-label={t('ops:nav.kyc')}>
          {waiting.map(({ id, name, business_type, submitted_at }) => (
            <li key={id}>
              <NameLink to={kycRequestPath(id)}>{name}</NameLink>
              <span className={classes.quiet}>{t(textKey('ops-kyc:type.', business_type))}</span>
              <span className={classes.since}>
                {isLate(submitted_at) && <StatusChip kind="fail">{t('late')}</StatusChip>}
                <span className={classes.quiet}>
                  <WaitingSince since={submitted_at} /> · <DateText value={submitted_at} />
                </span>
              </span>
            </li>
          ))}
        </ul>
      ) : (
        !query.error && <Skeleton width="60%" />
      )}
    </>
  );
}
