import { RISK_MODES, RiskReasonForm } from '@daftar/contract/ops-risk';
import { REVIEW_STATES, RefuseReviewForm, type RiskReview } from '@daftar/contract/ops-risk-reviews';
import { IconCheck, IconShieldCheck, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type BulkAction, BulkActions } from '../../ui/bulk-actions.tsx';
import type { Column, RowAction } from '../../ui/data-table.tsx';
import { DateText } from '../../ui/date.tsx';
import type { FilterField } from '../../ui/filters.tsx';
import { formatMoney, formatNumber } from '../../ui/format.ts';
import { useLocale } from '../../ui/locale.ts';
import { WAITS } from '../../ui/run-many.ts';
import { StatusChip, type StatusKind } from '../../ui/status-chip.tsx';
import { useSelection } from '../../ui/use-selection.ts';
import { transactionPath } from '../paths/transactions.ts';
import { useAsk } from '../shared/ask.tsx';
import { ReferenceLink, useAmountColumn, useMerchantColumn } from '../shared/cells.tsx';
import { useMay } from '../shared/operator.ts';
import { OpsList } from '../shared/ops-list.tsx';
import { useUnlessWaits, WaitingApprovals } from '../shared/waiting.tsx';
import { approveReview, refetchAll, refuseReview, useReviews } from './api.ts';

const KINDS: Readonly<Record<RiskReview['state'], StatusKind>> = {
  waiting: 'pending',
  approved: 'success',
  refused: 'fail',
};

const subjectOf = ({ id }: RiskReview) => `transaction:${id}`;

/** In EGP; added up in piastres, so that nothing is lost. */
const sumOf = (rows: readonly RiskReview[]) =>
  rows.reduce((piastres, { amount }) => piastres + Math.round(amount * 100), 0) / 100;

/** `/ops/risk/reviews`: payments whose money waits for a decision, the oldest first. */
export default function ReviewsPage() {
  const { t } = useTranslation(['ops-risk', 'ops']);
  const list = useReviews();
  const mayDecide = useMay()('ops:risk');
  const locale = useLocale();
  const { selection, rows } = useSelection(list.query.data?.data, (row) => row.id);
  const { ask, dialog } = useAsk();
  const columns = useColumns();
  const filters: readonly FilterField[] = [
    {
      kind: 'select',
      name: 'state',
      label: t('ops:column.status'),
      options: REVIEW_STATES.map((value) => ({ value, label: t(`review.${value}`) })),
    },
    {
      kind: 'select',
      name: 'mode',
      label: t('ops:filter.mode'),
      options: RISK_MODES.map((value) => ({ value, label: t(`ops:mode.${value}`) })),
    },
    { kind: 'text', name: 'merchant_id', label: t('ops:filter.merchantId'), ltr: true },
    { kind: 'days', from: 'date_from', to: 'date_to', label: t('waitingSince') },
  ];
  const amountOf = ({ amount }: RiskReview) => formatMoney(amount, 'EGP', locale);
  const approve = (row: RiskReview) =>
    ask({
      title: t('approveTitle', { reference: row.reference, amount: amountOf(row) }),
      text: t(row.beyond_limit ? 'approveBeyondText' : 'approveText'),
      schema: RiskReasonForm,
      fields: [{ name: 'reason', label: t('ops:reason'), kind: 'text' }],
      submit: t('approve'),
      send: (values) => approveReview(row, values),
    });
  const refuse = (row: RiskReview) =>
    ask({
      title: t('refuseTitle', { reference: row.reference, amount: amountOf(row) }),
      text: t('refuseText'),
      schema: RefuseReviewForm,
      fields: [
        { name: 'reason', label: t('ops:reason'), kind: 'text' },
        ...(row.needs_account
          ? ([
              { name: 'account_name', label: t('accountName'), kind: 'line', help: t('accountHelp') },
              { name: 'bank_name', label: t('bankName'), kind: 'line' },
              { name: 'iban', label: 'IBAN', kind: 'line' },
            ] as const)
          : []),
      ],
      submit: t('refuse'),
      danger: true,
      send: (values) => refuseReview(row, values),
    });
  const unlessReleased = useUnlessWaits('review-release');
  const unlessRefused = useUnlessWaits('review-refund');
  const isOpen = (row: RiskReview) => row.state === 'waiting' || row.is_stuck;
  const approveMany: BulkAction<RiskReview> = {
    label: t('approve'),
    icon: IconCheck,
    fits: isOpen,
    ask: (chosen) => ({
      title: t('approveMany', {
        count: chosen.length,
        number: formatNumber(chosen.length, locale),
        amount: formatMoney(sumOf(chosen), 'EGP', locale),
      }),
      text: t(chosen.some((row) => row.beyond_limit) ? 'approveBeyondText' : 'approveText'),
    }),
    reason: t('ops:reason'),
    act: async (row, _key, reason) => ((await approveReview(row, { reason })).data.asked ? WAITS : undefined),
    after: refetchAll,
  };
  const rowActions = (row: RiskReview): RowAction[] =>
    isOpen(row)
      ? [
          unlessReleased(subjectOf(row), {
            label: t('approve'),
            icon: IconCheck,
            onClick: () => approve(row),
          }),
          unlessRefused(subjectOf(row), {
            label: t('refuse'),
            icon: IconX,
            onClick: () => refuse(row),
            danger: true,
          }),
        ]
      : [];
  return (
    <OpsList
      title={t('ops:nav.riskReviews')}
      list={list}
      find={t('ops:find.transactions')}
      filters={filters}
      bulk={
        <>
          <WaitingApprovals kind="review-refund" />
          <WaitingApprovals kind="review-release" />
          {mayDecide && (
            <BulkActions
              selection={selection}
              rows={rows}
              rowKey={(row) => row.id}
              rowName={(row) => row.reference}
              actions={[approveMany]}
            />
          )}
        </>
      }
      columns={columns}
      rowKey={(row) => row.id}
      rowName={(row) => row.reference}
      {...(mayDecide ? { rowActions, selection } : {})}
      empty={{ icon: IconShieldCheck, title: t('noReviews'), text: t('noReviewsText') }}
    >
      {dialog}
    </OpsList>
  );
}

function useColumns(): readonly Column<RiskReview>[] {
  const { t } = useTranslation(['ops-risk', 'ops']);
  return [
    {
      id: 'reference',
      header: t('ops:column.reference'),
      card: 'title',
      cell: ({ merchant, id, reference }) => (
        <ReferenceLink to={transactionPath(merchant.id, id)}>{reference}</ReferenceLink>
      ),
    },
    useAmountColumn<RiskReview>(),
    useMerchantColumn<RiskReview>(),
    {
      id: 'customer',
      header: t('ops:column.payer'),
      share: 14,
      cell: ({ customer }) => <bdi>{customer}</bdi>,
    },
    {
      id: 'rules',
      header: t('why'),
      share: 20,
      cell: ({ rules, beyond_limit }) => (
        <bdi>{[...rules, ...(beyond_limit ? [t('beyondLimit')] : [])].join(' · ')}</bdi>
      ),
    },
    {
      id: 'method',
      header: t('method'),
      plain: true,
      minor: 'wide',
      cell: ({ payment_method }) => payment_method.name,
    },
    {
      id: 'waiting_since',
      header: t('waitingSince'),
      cell: ({ waiting_since }) => waiting_since && <DateText value={waiting_since} />,
    },
    {
      id: 'state',
      header: t('ops:column.status'),
      card: 'chip',
      cell: ({ state, is_stuck }) => (
        <StatusChip kind={KINDS[state]}>{t(`review.${is_stuck ? 'stuck' : state}`)}</StatusChip>
      ),
    },
  ];
}
