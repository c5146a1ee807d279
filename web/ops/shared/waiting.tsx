import { type OpsApprovalKind, opsApprovals, type WaitingSubject } from '@daftar/contract/ops-approvals';
import { Button } from '@mantine/core';
import { IconHourglass } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DateText } from '../../ui/date.tsx';
import { Section } from '../../ui/detail-page.tsx';
import { Email } from '../../ui/email.tsx';
import { Link } from '../../ui/link.tsx';
import type { RowAction } from '../../ui/row-menu.tsx';
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
              <Email value={row.asked_by} /> · <DateText value={row.created_at} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** What waits of a kind or a subject, by both: nobody can ask for it again. */
export function useWaits(of: { subject?: string; kind?: OpsApprovalKind }) {
  const maySee = useMaySee();
  const { data } = useQuery({
    ...queryOf(opsApprovals.subjects, { query: of }),
    enabled: maySee('ops:approvals'),
  });
  return (kind: OpsApprovalKind, subject: string): WaitingSubject | undefined =>
    data?.data.find((row) => row.kind === kind && row.subject === subject);
}

/** What asks for something, or, while that waits for a second operator, the way to the request. */
export function UnlessWaits({
  kind,
  subject,
  size,
  children,
}: {
  kind: OpsApprovalKind;
  subject: string;
  size?: 'compact-sm';
  children?: ReactNode;
}) {
  const { t } = useTranslation('ops');
  const waits = useWaits({ subject })(kind, subject);
  if (!waits) return children;
  return (
    <Button
      component={Link}
      to={approvalPath(waits.id)}
      variant="default"
      {...(size ? { size } : {})}
      leftSection={<IconHourglass size={16} aria-hidden />}
      aria-label={`${t('approvals.waits')}: ${t(`approvalKind.${kind}`)}`}
    >
      {t('approvals.waits')}
    </Button>
  );
}

/** The same for what is done with a row: an action that asks, or the way to the request that waits. */
export function useUnlessWaits(kind: OpsApprovalKind): (subject: string, action: RowAction) => RowAction {
  const { t } = useTranslation('ops');
  const waiting = useWaits({ kind });
  return (subject, action) => {
    const waits = waiting(kind, subject);
    if (!waits) return action;
    return {
      label: `${t('approvals.waits')}: ${action.label}`,
      icon: IconHourglass,
      to: approvalPath(waits.id),
    };
  };
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
