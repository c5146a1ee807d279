import { CHARGEBACK_STAGES, CHARGEBACK_STATUS } from '@daftar/contract/chargebacks';
import {
  ChargebackDecision,
  MoveChargebackForm,
  type OpsChargebackRow,
  TakeBackForm,
} from '@daftar/contract/ops-money';
import { Alert, Stack } from '@mantine/core';
import {
  IconArrowBackUp,
  IconEye,
  IconGavel,
  IconReceiptRefund,
  IconShieldCheck,
  IconStairsUp,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import type { RowAction } from '../../ui/data-table.tsx';
import { DateText } from '../../ui/date.tsx';
import type { FilterField } from '../../ui/filters.tsx';
import { formatMoney } from '../../ui/format.ts';
import { useLocale } from '../../ui/locale.ts';
import { useAsk } from '../shared/ask.tsx';
import { useCrossMerchantFilters } from '../shared/cells.tsx';
import { useMay } from '../shared/operator.ts';
import { OpsList } from '../shared/ops-list.tsx';
import { useUnlessWaits, WaitingApprovals } from '../shared/waiting.tsx';
import { applyChargeback, askWon, moveChargeback, takeDecisionBack, useChargebacks } from './api.ts';
import { Case } from './components/case.tsx';
import { useChargebackColumns } from './components/columns.tsx';

/** What the dialog asks; the response that was read comes from the row. */
const DecisionForm = z.omit(ChargebackDecision, { answered_at: true });

/** Whether the merchant has not responded and still can. */
const mayStillAnswer = ({ answered_at, due_date }: OpsChargebackRow) =>
  answered_at === null && new Date(due_date) > new Date();

/** `/ops/chargebacks`: disputes, merchants' responses, and decisions. */
export default function ChargebacksPage() {
  const { t } = useTranslation(['ops-chargebacks', 'ops', 'messages']);
  const locale = useLocale();
  const list = useChargebacks();
  const [shown, setShown] = useState<OpsChargebackRow | null>(null);
  const filters: readonly FilterField[] = [
    {
      kind: 'select',
      name: 'status',
      label: t('ops:column.status'),
      options: Object.values(CHARGEBACK_STATUS).map((status) => ({
        value: String(status),
        label: t(`messages:chargebackStatus.${status}`),
      })),
    },
    ...useCrossMerchantFilters(),
  ];
  const columns = useChargebackColumns();
  const may = useMay();
  const { ask, dialog } = useAsk();
  const params = (row: OpsChargebackRow) => ({
    reference: row.reference,
    amount: formatMoney(row.amount, 'EGP', locale),
    merchant: row.merchant.name,
  });
  const decide = (
    row: OpsChargebackRow,
    texts: { title: string; text: string; submit: string; danger?: boolean },
    send: typeof askWon,
  ) => {
    const isDue = mayStillAnswer(row);
    ask({
      ...texts,
      text: (
        <Stack gap="sm">
          <div>{texts.text}</div>
          {isDue && (
            <Alert color="yellow">
              {t('stillDue')} <DateText value={row.due_date} />
            </Alert>
          )}
        </Stack>
      ),
      schema: DecisionForm,
      fields: [
        { name: 'reason', label: t('ops:reason'), kind: 'text' },
        ...(isDue ? [{ name: 'even_though_due', label: t('evenThoughDue'), kind: 'check' } as const] : []),
      ],
      send: (values) => send(row, values),
    });
  };
  const apply = (row: OpsChargebackRow) =>
    decide(
      row,
      {
        title: t('applyTitle', params(row)),
        text: t('applyText', params(row)),
        submit: t('apply'),
        danger: true,
      },
      applyChargeback,
    );
  const won = (row: OpsChargebackRow) =>
    decide(
      row,
      { title: t('withdrawTitle', params(row)), text: t('withdrawText', params(row)), submit: t('withdraw') },
      askWon,
    );
  const laterStages = ({ stage }: OpsChargebackRow) =>
    CHARGEBACK_STAGES.slice(CHARGEBACK_STAGES.indexOf(stage) + 1);
  const move = (row: OpsChargebackRow) =>
    ask({
      title: t('moveTitle', { reference: row.reference }),
      text: row.status === CHARGEBACK_STATUS.pending ? t('moveText') : t('moveDecidedText'),
      schema: MoveChargebackForm,
      fields: [
        {
          name: 'stage',
          label: t('stage'),
          kind: 'choice',
          options: laterStages(row).map((stage) => ({
            value: stage,
            label: t(`messages:chargebackStage.${stage}`),
          })),
        },
        { name: 'reason_code', label: t('reasonCode'), kind: 'line', help: t('reasonCodeHelp') },
        { name: 'due_date', label: t('due'), kind: 'day', help: t('dueHelp') },
      ],
      submit: t('move'),
      send: (values) => moveChargeback(row, values),
    });
  const takeBack = (row: OpsChargebackRow, status: 1 | 2) =>
    ask({
      title: t('takeBackTitle', { reference: row.reference }),
      text: t(`takeBackText.${status}`, params(row)),
      schema: TakeBackForm,
      fields: [{ name: 'reason', label: t('ops:reason'), kind: 'text' }],
      submit: t('takeBack'),
      danger: true,
      send: (values) => takeDecisionBack(row, values),
    });
  const unlessWaits = useUnlessWaits('chargeback-won');
  const rowActions = (row: OpsChargebackRow): RowAction[] => [
    { label: t('view'), icon: IconEye, onClick: () => setShown(row) },
    ...(may('ops:chargebacks') ? decisions(row) : []),
  ];
  const waits = (row: OpsChargebackRow, action: RowAction) => unlessWaits(`chargeback:${row.id}`, action);
  const decisions = (row: OpsChargebackRow): RowAction[] => [
    ...(row.status === CHARGEBACK_STATUS.pending
      ? [
          waits(row, { label: t('withdraw'), icon: IconShieldCheck, onClick: () => won(row) }),
          waits(row, { label: t('apply'), icon: IconGavel, danger: true, onClick: () => apply(row) }),
        ]
      : []),
    ...(row.status !== CHARGEBACK_STATUS.pending && !row.decided_by_processor
      ? [
          {
            label: t('takeBack'),
            icon: IconArrowBackUp,
            danger: true,
            onClick: () => takeBack(row, row.status === CHARGEBACK_STATUS.applied ? 1 : 2),
          },
        ]
      : []),
    ...(laterStages(row).length > 0
      ? [waits(row, { label: t('move'), icon: IconStairsUp, onClick: () => move(row) })]
      : []),
  ];
  return (
    <OpsList
      title={t('ops:nav.chargebacks')}
      waiting={<WaitingApprovals kind="chargeback-won" />}
      list={list}
      find={t('ops:find.chargebacks')}
      filters={filters}
      columns={columns}
      rowKey={(row) => row.id}
      rowName={(row) => row.reference}
      rowActions={rowActions}
      empty={{ icon: IconReceiptRefund, title: t('empty') }}
    >
      {dialog}
      <Case row={shown} onClose={() => setShown(null)} />
    </OpsList>
  );
}
