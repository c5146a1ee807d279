import { type OpsApprovalKind, opsApprovals } from '@daftar/contract/ops-approvals';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { DateText } from '../../ui/date.tsx';
import { Section } from '../../ui/detail-page.tsx';
import { approvalPath } from '../paths/approvals.ts';
import { NameLink } from './cells.tsx';
import { useMay, useMaySee } from './operator.ts';
import { queryOf } from './query.ts';
import classes from './waiting.module.css';

const SHOWN = 30;
const POLL_MILLISECONDS = 60_000;

/** What waits for a second operator's approval, of a subject (`merchant:7`) or of a kind; nothing when nothing waits. */
export function WaitingApprovals({ subject, kind }: { subject?: string; kind?: OpsApprovalKind }) {
  const { t } = useTranslation('ops');
  const maySee = useMaySee();
  const { data } = useQuery({
    ...queryOf(opsApprovals.list, {
      query: {
        state: 'waiting',
        page_size: SHOWN,
        ...(subject === undefined ? {} : { subject }),
        ...(kind === undefined ? {} : { kind }),
      },
    }),
    enabled: maySee('ops:approvals'),
  });
  const rows = data?.data ?? [];
  if (rows.length === 0) return null;
  return (
    <Section title={t('approvals.waiting')}>
      <ul className={classes.list} aria-label={t('approvals.waiting')}>
        {rows.map((row) => (
          <li key={row.id} className={classes.row}>
            <NameLink to={approvalPath(row.id)}>
              {subject === undefined
                ? t('approvals.kindOf', { kind: t(`approvalKind.${row.kind}`), name: row.name })
                : t(`approvalKind.${row.kind}`)}
            </NameLink>
            <span className={classes.quiet}>
              <bdi>{row.asked_by}</bdi> · <DateText value={row.created_at} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** How many requests wait for the operator; read again each minute. */
export function useWaitingCount(): number {
  const may = useMay();
  const { data } = useQuery({
    ...queryOf(opsApprovals.waiting),
    enabled: may('ops:approvals'),
    refetchInterval: POLL_MILLISECONDS,
  });
  return data?.data.count ?? 0;
}
