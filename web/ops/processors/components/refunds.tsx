import { MadeRefundForm, NotMadeRefundForm, type WaitingRefund } from '@daftar/contract/ops-processors';
import { IconCheck, IconReceiptRefund, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { RowAction } from '../../../ui/data-table.tsx';
import { Facts } from '../../../ui/detail-page.tsx';
import { formatMoney } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { useAsk } from '../../shared/ask.tsx';
import { useMay } from '../../shared/operator.ts';
import { OpsSection } from '../../shared/ops-list.tsx';
import { useUnlessWaits, WaitingApprovals } from '../../shared/waiting.tsx';
import { refundWasMade, refundWasNotMade, useWaitingRefunds } from '../api.ts';
import { useRefundColumns } from './columns.tsx';

/** Refunds of which nobody but a person can tell whether they were made. */
export function WaitingRefunds() {
  const { t } = useTranslation(['ops-processors', 'ops']);
  const locale = useLocale();
  const list = useWaitingRefunds();
  const may = useMay();
  const { ask, dialog } = useAsk();
  const params = (row: WaitingRefund) => ({
    amount: formatMoney(row.amount, 'EGP', locale),
    reference: row.reference,
  });
  const made = (row: WaitingRefund) =>
    ask({
      title: t('refund.madeTitle', params(row)),
      text: (
        <>
          <p>{t(`refund.madeText.${row.why}`)}</p>
          <Facts
            facts={[
              { label: t('refund.key'), value: <bdi>{row.refund_key}</bdi> },
              { label: t('refund.explanation'), value: row.explanation && <bdi>{row.explanation}</bdi> },
              {
                label: t('refund.account'),
                value: row.bank_account && (
                  <bdi>
                    {row.bank_account.account_name} · {row.bank_account.bank_name} · {row.bank_account.iban}
                  </bdi>
                ),
              },
            ]}
          />
        </>
      ),
      schema: MadeRefundForm,
      fields: [
        {
          name: 'processor_refund_id',
          label: t(`refund.id.${row.why}`),
          kind: 'line',
          help: t('refund.idHelp'),
        },
      ],
      submit: t('refund.made'),
      send: ({ processor_refund_id }) => refundWasMade(row, processor_refund_id),
    });
  const notMade = (row: WaitingRefund) =>
    ask({
      title: t('refund.notMadeTitle', params(row)),
      text: t('refund.notMadeText'),
      schema: NotMadeRefundForm,
      fields: [{ name: 'reason', label: t('ops:reason'), kind: 'text' }],
      submit: t('refund.notMade'),
      danger: true,
      send: ({ reason }) => refundWasNotMade(row, reason),
    });
  const unlessWaits = useUnlessWaits('refund-not-made');
  const rowActions = (row: WaitingRefund): RowAction[] => [
    { label: t('refund.made'), icon: IconCheck, onClick: () => made(row) },
    unlessWaits(`refund:${row.id}`, {
      label: t('refund.notMade'),
      icon: IconX,
      danger: true,
      onClick: () => notMade(row),
    }),
  ];
  return (
    <>
      <WaitingApprovals kind="refund-not-made" />
      <OpsSection
        title={t('refunds')}
        list={list}
        find={t('find.refunds')}
        columns={useRefundColumns()}
        rowKey={(row) => row.id}
        rowName={(row) => row.reference}
        {...(may('ops:processors') ? { rowActions } : {})}
        empty={{ icon: IconReceiptRefund, title: t('noRefunds'), text: t('noRefundsText') }}
      />
      {dialog}
    </>
  );
}
