import {
  CameBackForm,
  type Discrepancy,
  LinkChargebackForm,
  StandsForm,
  UnnamedRefundForm,
} from '@daftar/contract/ops-discrepancies';
import { IconArrowBackUp, IconCheck, IconReceiptRefund, IconScale, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { RowAction } from '../../../ui/data-table.tsx';
import { Facts } from '../../../ui/detail-page.tsx';
import { formatMoney } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { Money } from '../../../ui/money.tsx';
import { useAsk } from '../../shared/ask.tsx';
import { useMay } from '../../shared/operator.ts';
import { OpsSection } from '../../shared/ops-list.tsx';
import { useUnlessWaits, WaitingApprovals } from '../../shared/waiting.tsx';
import { bookUnnamedRefund, letStand, linkChargeback, refundCameBack, useDiscrepancies } from '../api.ts';
import { useDiscrepancyColumns } from './columns.tsx';

/** What processors say and our books do not; nothing is shown where nothing waits. */
export function Discrepancies() {
  const { t } = useTranslation(['ops-processors', 'ops']);
  const list = useDiscrepancies();
  const may = useMay();
  const { rowActions, dialog } = useEndings();
  const columns = useDiscrepancyColumns();
  const { query, search } = list;
  // A search that finds nothing can be taken away again.
  const waits = query.error || (query.data?.meta.total ?? 0) > 0 || 'q' in search.filters;
  return (
    <>
      <WaitingApprovals kind="refund-came-back" />
      {waits && (
        <OpsSection
          title={t('discrepancies')}
          list={list}
          find={t('find.discrepancies')}
          columns={columns}
          rowKey={(row) => row.id}
          rowName={(row) => row.reference}
          {...(may('ops:processors') ? { rowActions } : {})}
          empty={{ icon: IconScale, title: t('noRefunds') }}
        />
      )}
      {dialog}
    </>
  );
}

/** How an operator ends a discrepancy, by its kind. */
function useEndings() {
  const { t } = useTranslation(['ops-processors', 'ops']);
  const locale = useLocale();
  const { ask, dialog } = useAsk();
  const params = (row: Discrepancy) => ({
    reference: row.reference,
    amount: row.amount === null ? '' : formatMoney(row.amount, 'EGP', locale),
  });
  const about = (text: string, row: Discrepancy) => (
    <>
      <p>{text}</p>
      <Facts
        facts={[
          { label: t('discrepancy.said'), value: <bdi dir="ltr">{row.said}</bdi> },
          { label: t('discrepancy.charged'), value: <Money amount={row.charged_amount} /> },
          { label: t('discrepancy.refundable'), value: <Money amount={row.refundable_amount} /> },
        ]}
      />
    </>
  );
  const book = (row: Discrepancy) =>
    ask({
      title: t('discrepancy.bookTitle', params(row)),
      text: about(t('discrepancy.bookText'), row),
      schema: UnnamedRefundForm,
      fields: [
        { name: 'amount', label: t('ops:column.amount'), kind: 'money' },
        { name: 'processor_refund_id', label: t('discrepancy.id'), kind: 'line', help: t('refund.idHelp') },
        { name: 'reason', label: t('ops:reason'), kind: 'text', help: t('discrepancy.bookReason') },
      ],
      submit: t('discrepancy.book'),
      send: (values) => bookUnnamedRefund(row, values),
    });
  const stand = (row: Discrepancy, words: 'stands' | 'nothing') =>
    ask({
      title: t(`discrepancy.${words}Title`, params(row)),
      text: about(t(`discrepancy.${words}Text`), row),
      schema: StandsForm,
      fields: [{ name: 'reason', label: t('ops:reason'), kind: 'text' }],
      submit: t(`discrepancy.${words}`),
      send: (values) => letStand(row, values),
    });
  const link = (row: Discrepancy, kind: 'dispute-unnamed' | 'payment-failed') =>
    ask({
      title: t('discrepancy.linkTitle', params(row)),
      text: about(t(`discrepancy.linkText.${kind}`), row),
      schema: LinkChargebackForm,
      fields: [{ name: 'chargeback_reference', label: t('discrepancy.chargeback'), kind: 'line' }],
      submit: t('discrepancy.link'),
      send: (values) => linkChargeback(row, values),
    });
  const cameBack = (row: Discrepancy) =>
    ask({
      title: t('discrepancy.cameBackTitle', params(row)),
      text: about(t('discrepancy.cameBackText'), row),
      schema: CameBackForm,
      fields: [{ name: 'reason', label: t('ops:reason'), kind: 'text' }],
      submit: t('discrepancy.cameBack'),
      danger: true,
      send: (values) => refundCameBack(row, values),
    });
  const stands = (row: Discrepancy): RowAction => ({
    label: t('discrepancy.stands'),
    icon: IconCheck,
    onClick: () => stand(row, 'stands'),
  });
  const unlessWaits = useUnlessWaits('refund-came-back');
  const rowActions = (row: Discrepancy): RowAction[] => {
    const { kind } = row;
    if (kind === 'refund-unnamed')
      return [
        { label: t('discrepancy.book'), icon: IconReceiptRefund, onClick: () => book(row) },
        { label: t('discrepancy.nothing'), icon: IconX, danger: true, onClick: () => stand(row, 'nothing') },
      ];
    if (kind === 'refund-failed')
      return [
        unlessWaits(`discrepancy:${row.id}`, {
          label: t('discrepancy.cameBack'),
          icon: IconArrowBackUp,
          onClick: () => cameBack(row),
        }),
        stands(row),
      ];
    return [{ label: t('discrepancy.link'), icon: IconScale, onClick: () => link(row, kind) }, stands(row)];
  };
  return { rowActions, dialog };
}
