import type { OpsRefundRow } from '@daftar/contract/ops-money';
import { useTranslation } from 'react-i18next';
import { DateText } from '../../../ui/date.tsx';
import { Facts } from '../../../ui/detail-page.tsx';
import { Link } from '../../../ui/link.tsx';
import { Money } from '../../../ui/money.tsx';
import { SideDrawer } from '../../../ui/side-drawer.tsx';
import { processorsPath } from '../../paths/processors.ts';
import cells from '../../shared/cells.module.css';
import { AccountLink, MerchantLink, ReferenceLink } from '../../shared/cells.tsx';
import { useMaySee } from '../../shared/operator.ts';
import { paymentPath } from '../../shared/payment-path.ts';
import { References } from '../../shared/references.tsx';
import { RefundStatus } from './columns.tsx';

interface RefundDrawerProps {
  row: OpsRefundRow;
  opened: boolean;
  onClose: () => void;
}

/** One refund: of which payment, where it was made, and what became of it. */
export function RefundDrawer({ row, opened, onClose }: RefundDrawerProps) {
  const { t } = useTranslation(['ops-refunds', 'ops']);
  const may = useMaySee();
  const { customer } = row;
  const code = (text: string | null) => text && <bdi dir="ltr">{text}</bdi>;
  return (
    <SideDrawer opened={opened} onClose={onClose} title={t('refund')} width={34}>
      <Facts
        facts={[
          { label: t('ops:column.amount'), value: <Money amount={row.amount} /> },
          { label: t('ops:column.status'), value: <RefundStatus state={row.state} /> },
          {
            label: t('waits'),
            value: row.waits_for_operator && may('ops:processors') && (
              <Link to={processorsPath} className={cells.link}>
                {t('decide')}
              </Link>
            ),
          },
          {
            label: t('ops:column.reference'),
            value: <ReferenceLink to={paymentPath(row)}>{row.reference}</ReferenceLink>,
          },
          { label: t('ops:column.merchant'), value: <MerchantLink merchant={row.merchant} /> },
          { label: t('ops:filter.mode'), value: t(`ops:mode.${row.mode}`) },
          { label: t('ops:column.payer'), value: customer.name && <bdi>{customer.name}</bdi> },
          { label: t('ops:column.mobile'), value: code(customer.mobile) },
          { label: t('ops:column.email'), value: code(customer.email) },
          { label: t('method'), value: row.payment_method.name },
          { label: t('account'), value: row.account && <AccountLink account={row.account} /> },
          { label: t('refundKey'), value: code(row.refund_key) },
          { label: t('refundId'), value: code(row.processor_refund_id) },
          { label: t('ops:reason'), value: row.reason && <References text={row.reason} mode={row.mode} /> },
          { label: t('failure'), value: row.failure_reason },
          { label: t('explanation'), value: row.explanation && <bdi>{row.explanation}</bdi> },
          { label: t('ops:column.created'), value: <DateText value={row.created_at} /> },
          { label: t('finished'), value: row.finished_at && <DateText value={row.finished_at} /> },
          { label: t('cameBack'), value: row.reversed_at && <DateText value={row.reversed_at} /> },
        ]}
      />
    </SideDrawer>
  );
}
