import type { OpsPayoutRow } from '@daftar/contract/ops-money';
import { useTranslation } from 'react-i18next';
import { DateText } from '../../../ui/date.tsx';
import { Facts } from '../../../ui/detail-page.tsx';
import { Money } from '../../../ui/money.tsx';
import { SideDrawer } from '../../../ui/side-drawer.tsx';
import { useAccountFacts } from '../../shared/account-facts.tsx';
import { MerchantLink, ReferenceLink } from '../../shared/cells.tsx';
import { paymentPath } from '../../shared/payment-path.ts';
import { References } from '../../shared/references.tsx';
import { PayoutStatus } from './columns.tsx';

interface PayoutDrawerProps {
  row: OpsPayoutRow;
  opened: boolean;
  onClose: () => void;
}

/** One payout: to whom, how much and where to, in full, for whoever pays it out. */
export function PayoutDrawer({ row, opened, onClose }: PayoutDrawerProps) {
  const { t } = useTranslation(['ops-payouts', 'ops']);
  const accountFacts = useAccountFacts();
  return (
    <SideDrawer opened={opened} onClose={onClose} title={t('payout')} width={34}>
      <Facts
        facts={[
          { label: t('ops:column.merchant'), value: <MerchantLink merchant={row.merchant} /> },
          { label: t('ops:column.amount'), value: <Money amount={row.amount} /> },
          { label: t('ops:column.status'), value: <PayoutStatus state={row.state} /> },
          { label: t('ops:filter.mode'), value: t(`ops:mode.${row.mode}`) },
          ...(row.bank_account ? accountFacts(row.bank_account) : [{ label: t('to'), value: t('byCode') }]),
          { label: t('code'), value: <ReferenceLink to={paymentPath(row)}>{row.code}</ReferenceLink> },
          { label: t('ops:column.created'), value: <DateText value={row.created_at} /> },
          { label: t('expires'), value: row.expires_at && <DateText value={row.expires_at} /> },
          { label: t('finished'), value: row.finished_at && <DateText value={row.finished_at} /> },
          {
            label: t('ops:reason'),
            value: row.reason && <References text={row.reason} mode={row.mode} />,
            wide: true,
          },
        ]}
      />
    </SideDrawer>
  );
}
