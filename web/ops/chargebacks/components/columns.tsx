import type { OpsChargebackRow } from '@daftar/contract/ops-money';
import { useTranslation } from 'react-i18next';
import { CaseText } from '../../../shared/case-text.tsx';
import type { Column } from '../../../ui/data-table.tsx';
import { DateText } from '../../../ui/date.tsx';
import { OneLine } from '../../../ui/one-line.tsx';
import { withSearch } from '../../../ui/path.ts';
import { chargebacksPath } from '../../paths/chargebacks.ts';
import classes from '../../shared/cells.module.css';
import { ReferenceLink, useMoneyColumns } from '../../shared/cells.tsx';
import { paymentPath } from '../../shared/payment-path.ts';
import { ChargebackStatus } from './case.tsx';

/** The columns of the list. */
export function useChargebackColumns(): readonly Column<OpsChargebackRow>[] {
  const { t } = useTranslation(['ops-chargebacks', 'ops', 'messages']);
  const { merchant, amount, created } = useMoneyColumns<OpsChargebackRow>();
  return [
    {
      id: 'reference',
      header: t('ops:column.reference'),
      card: 'title',
      cell: (row) => (
        <ReferenceLink
          to={withSearch(chargebacksPath, { merchant_id: row.merchant.id, id: row.id, mode: row.mode })}
        >
          {row.reference}
        </ReferenceLink>
      ),
    },
    {
      id: 'transaction',
      header: t('ops:column.payment'),
      sortBy: false,
      card: 'none',
      minor: 'wide',
      cell: (row) => <ReferenceLink to={paymentPath(row)}>{row.transaction_reference}</ReferenceLink>,
    },
    merchant,
    amount,
    {
      id: 'status',
      header: t('ops:column.status'),
      card: 'chip',
      cell: ({ status }) => <ChargebackStatus status={status} />,
    },
    {
      id: 'case',
      header: t('case'),
      share: 22,
      cell: (row) => (
        <OneLine parts={[t(`messages:chargebackStage.${row.stage}`), <CaseText key="case" row={row} />]} />
      ),
      onCard: (row) => (
        <>
          {t(`messages:chargebackStage.${row.stage}`)} <CaseText row={row} className={classes.quiet} />
        </>
      ),
    },
    {
      id: 'answered',
      header: t('answered'),
      cell: ({ answered_at }) => (answered_at ? <DateText value={answered_at} style="date" /> : t('notYet')),
      onCard: ({ answered_at, decided_at }) =>
        answered_at ? (
          <DateText value={answered_at} style="date" />
        ) : decided_at ? (
          <span aria-hidden>–</span>
        ) : (
          t('notYet')
        ),
    },
    {
      id: 'due_date',
      header: t('due'),
      cell: ({ due_date }) => <DateText value={due_date} style="date" />,
      // What is answered or decided waits for nobody's day.
      onCard: ({ due_date, answered_at, decided_at }) =>
        answered_at || decided_at ? <span aria-hidden>–</span> : <DateText value={due_date} style="date" />,
    },
    { ...created, card: 'none' },
  ];
}
