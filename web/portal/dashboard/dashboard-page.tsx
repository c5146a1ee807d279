import { INVOICE_STATUS } from '@daftar/contract/invoices';
import { LINK_STATUS } from '@daftar/contract/payment-links';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../ui/page-header.tsx';
import { invoicesPath, newInvoicePath } from '../paths/invoices.ts';
import { newPaymentLinkPath, paymentLinksPath } from '../paths/payment-links.ts';
import { useMerchant } from '../shared/merchant.ts';
import { useCan, useMay } from '../shared/permissions.ts';
import { prefetchDashboard, useStatistics } from './api.ts';
import { Balances } from './components/balances.tsx';
import { CountsCard } from './components/counts-card.tsx';
import { GettingStarted } from './components/getting-started.tsx';
import { Latest } from './components/latest.tsx';
import { MethodsCard } from './components/methods-card.tsx';
import { SalesCard } from './components/sales-card.tsx';
import { SettlementCard } from './components/settlement-card.tsx';
import { TasksCard } from './components/tasks-card.tsx';
import classes from './dashboard-page.module.css';

export const prefetch = prefetchDashboard;

export default function DashboardPage() {
  const { t } = useTranslation('dashboard');
  const can = useCan();
  const may = useMay();
  const merchant = useMerchant();
  const query = useStatistics();
  const statistics = query.data?.data;
  const state = { failed: query.isError && !statistics, onRetry: query.refetch };
  const maySeeTransactions = can('view-transactions-list');
  // Who may not see transactions is told of none.
  const isNew = maySeeTransactions && statistics?.latest_transactions.length === 0;

  return (
    <>
      <PageHeader
        title={
          merchant ? t('welcome', { name: `${merchant.first_name} ${merchant.last_name}` }) : t('welcomeAll')
        }
      />
      <div className={classes.dashboard}>
        {can('view-balances') && <Balances statistics={statistics} {...state} />}
        {statistics && isNew && <GettingStarted statistics={statistics} merchant={merchant} />}
        <div className={can('view-settlements') ? classes.pair : undefined}>
          <TasksCard without={isNew ? ['activate'] : []} />
          {can('view-settlements') && <SettlementCard />}
        </div>
        {!isNew && maySeeTransactions && <SalesCard />}
        <div className={classes.pair}>
          <CountsCard
            title={t('links.title')}
            list={can('view-pay-links-list') ? paymentLinksPath : null}
            create={may('create-pay-link') ? { label: t('links.create'), path: newPaymentLinkPath } : null}
            counts={[
              { label: t('links.total'), value: statistics?.total_share_links },
              {
                label: t('links.active'),
                value: statistics?.active_share_links,
                status: LINK_STATUS.active,
              },
              {
                label: t('links.expired'),
                value: statistics?.expired_share_links,
                status: LINK_STATUS.expired,
              },
            ]}
            {...state}
          />
          <CountsCard
            title={t('invoices.title')}
            list={can('view-invoices-list') ? invoicesPath : null}
            create={may('create-invoice') ? { label: t('invoices.create'), path: newInvoicePath } : null}
            counts={[
              { label: t('invoices.total'), value: statistics?.total_invoices },
              { label: t('invoices.paid'), value: statistics?.paid_invoices, status: INVOICE_STATUS.paid },
              {
                label: t('invoices.unpaid'),
                value: statistics?.unpaid_invoices,
                status: INVOICE_STATUS.unpaid,
              },
            ]}
            {...state}
          />
        </div>
        {!isNew && maySeeTransactions && (
          <div className={classes.wide}>
            <Latest rows={statistics?.latest_transactions} {...state} />
            <MethodsCard />
          </div>
        )}
      </div>
    </>
  );
}
