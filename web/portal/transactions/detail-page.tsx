import { type TransactionDetails, transactions } from '@daftar/contract/transactions';
import { Button } from '@mantine/core';
import { IconArrowBackUp, IconLifebuoy } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTitle } from '../../shared/title.ts';
import { DetailPage } from '../../ui/detail-page.tsx';
import { Link, useAsk } from '../../ui/link.tsx';
import { MoneyFlow } from '../../ui/money-flow.tsx';
import { withSearch } from '../../ui/path.ts';
import { useRouteParam } from '../../ui/route-param.ts';
import { payoutPath } from '../paths/payouts.ts';
import { newTicketPath } from '../paths/tickets.ts';
import { OtherModeOffer, useEitherMode } from '../shared/other-mode.tsx';
import { useCan, useMay } from '../shared/permissions.ts';
import type { PageModule } from '../shared/screen.ts';
import { SimulateMenu } from '../simulator/index.ts';
import { StatusWithFlags } from '../status/transactions.tsx';
import { prefetchTransaction, useTransaction } from './api.ts';
import { flowOf, isRefundable } from './breakdown.ts';
import { CustomerFacts, MerchantFacts, PayoutFacts, TransactionFacts } from './components/facts.tsx';
import { History } from './components/history.tsx';
import { MoneyBreakdown } from './components/money-breakdown.tsx';
import { Notices } from './components/notices.tsx';
import { RefundPanel } from './components/refund-panel.tsx';
import { Refunds } from './components/refunds.tsx';

export const prefetch: PageModule['prefetch'] = ({ params }) => prefetchTransaction(params.id ?? '');

export default function TransactionPage() {
  const { t } = useTranslation('transactions');
  const id = useRouteParam('id');
  const can = useCan();
  const may = useMay();
  const { query, isElsewhere } = useEitherMode(useTransaction(id), transactions.details, { params: { id } });
  const [refund, setRefund] = useState(false);
  const shown = query.data?.data;
  useAsk('refund', shown !== undefined, () => {
    if (shown && may('transaction-refund') && isRefundable(shown)) setRefund(true);
  });
  useTitle(shown?.reference);
  if (isElsewhere) return <OtherModeOffer />;
  return (
    <DetailPage
      title={t(shown?.is_payout === 1 ? 'payoutPage.title' : 'details.title')}
      query={query}
      summary={(transaction) => ({
        reference: transaction.reference,
        headline: (
          <MoneyFlow
            amount={transaction.total_amount}
            currency={transaction.currency}
            flow={flowOf(transaction)}
          />
        ),
        status: (
          <StatusWithFlags
            status={transaction.status}
            flags={transaction.flags}
            payout={transaction.payout_state}
          />
        ),
        note: <Summary transaction={transaction} />,
        actions: (
          <>
            {transaction.payout_id !== null && can('payout-request-transactions') && (
              <Button component={Link} to={payoutPath(transaction.payout_id)}>
                {t('payoutPage.open')}
              </Button>
            )}
            {may('create-ticket') && (
              <Button
                component={Link}
                to={withSearch(newTicketPath, { transaction: transaction.reference })}
                variant="default"
                leftSection={<IconLifebuoy size={16} aria-hidden />}
              >
                {t('action.support')}
              </Button>
            )}
            {may('transaction-refund') && isRefundable(transaction) && (
              <Button
                variant="default"
                leftSection={<IconArrowBackUp size={16} aria-hidden />}
                onClick={() => setRefund(true)}
              >
                {t('refund.title')}
              </Button>
            )}
            <SimulateMenu id={transaction.id} />
          </>
        ),
      })}
    >
      {(transaction) => (
        <>
          <Notices transaction={transaction} />
          <MoneyBreakdown transaction={transaction} />
          <Refunds refunds={transaction.refunds} />
          {transaction.is_payout === 1 ? (
            <PayoutFacts transaction={transaction} />
          ) : (
            <TransactionFacts transaction={transaction} />
          )}
          <CustomerFacts transaction={transaction} />
          <MerchantFacts transaction={transaction} />
          <History transaction={transaction} />
          <RefundPanel transaction={transaction} opened={refund} onClose={() => setRefund(false)} />
        </>
      )}
    </DetailPage>
  );
}

/** The payer, and what was paid for. */
function Summary({ transaction }: { transaction: TransactionDetails }) {
  const { customer, source } = transaction;
  return (
    <>
      {customer.name && (
        <>
          <bdi>{customer.name}</bdi> ·{' '}
        </>
      )}
      <bdi>{transaction.is_payout === 1 ? source.reference : source.name}</bdi>
    </>
  );
}
