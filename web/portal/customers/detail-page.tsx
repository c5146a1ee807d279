import { type Customer, customers } from '@daftar/contract/customers';
import { Button } from '@mantine/core';
import { IconFileInvoice, IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTitle } from '../../shared/title.ts';
import { DateText } from '../../ui/date.tsx';
import { DetailPage, Facts, Section } from '../../ui/detail-page.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { useLocale } from '../../ui/locale.ts';
import { Mobile } from '../../ui/mobile.tsx';
import { withSearch } from '../../ui/path.ts';
import { useRouteParam } from '../../ui/route-param.ts';
import { StatCards } from '../../ui/stat-card.tsx';
import { newInvoicePath } from '../paths/invoices.ts';
import { OtherModeOffer, useEitherMode } from '../shared/other-mode.tsx';
import { useCan } from '../shared/permissions.ts';
import type { PageModule } from '../shared/screen.ts';
import { prefetchCustomer, useCustomer, useCustomerStatistics } from './api.ts';
import classes from './components/columns.module.css';
import { Creator } from './components/columns.tsx';
import { EditCustomerDrawer } from './components/customer-drawer.tsx';
import { CustomerInvoices } from './components/customer-invoices.tsx';

export const prefetch: PageModule['prefetch'] = ({ params }) => prefetchCustomer(params.id ?? '');

/** `/customers/{customerID}`: the customer's data and invoices. */
export default function CustomerPage() {
  const { t } = useTranslation('customers');
  const id = useRouteParam('id');
  const { query, isElsewhere } = useEitherMode(useCustomer(id), customers.details, {
    query: { customerId: id },
  });
  useTitle(query.data?.data.name);
  if (isElsewhere) return <OtherModeOffer />;
  return (
    <DetailPage
      title={t('details.title')}
      query={query}
      summary={(customer) => ({
        headline: <bdi>{customer.name}</bdi>,
        actions: <Actions customer={customer} />,
      })}
    >
      {(customer) => (
        <>
          <Statistics id={customer.id} />
          <CustomerFacts customer={customer} />
          <CustomerInvoices customerId={customer.id} />
        </>
      )}
    </DetailPage>
  );
}

function Actions({ customer }: { customer: Customer }) {
  const { t } = useTranslation('customers');
  const can = useCan();
  const [editing, setEditing] = useState(false);
  return (
    <>
      {can('update-customer') && (
        <>
          <Button
            variant="default"
            leftSection={<IconPencil size={16} aria-hidden />}
            onClick={() => setEditing(true)}
          >
            {t('action.edit')}
          </Button>
          <EditCustomerDrawer customer={customer} opened={editing} onClose={() => setEditing(false)} />
        </>
      )}
      {can('create-invoice') && (
        <Button
          component={Link}
          to={withSearch(newInvoicePath, { customerId: customer.id })}
          leftSection={<IconFileInvoice size={16} aria-hidden />}
        >
          {t('action.invoice')}
        </Button>
      )}
    </>
  );
}

function Statistics({ id }: { id: number }) {
  const { t } = useTranslation('customers');
  const locale = useLocale();
  const query = useCustomerStatistics(id);
  const figures = query.data?.data;
  const stat = (label: string, value: number) => ({ label, value: formatNumber(value, locale) });
  return (
    <StatCards
      label={t('statistics.title')}
      count={3}
      error={query.error}
      onRetry={() => void query.refetch()}
      stats={
        figures && [
          stat(t('statistics.total'), figures.total_invoices),
          stat(t('statistics.paid'), figures.paid_invoices),
          stat(t('statistics.unpaid'), figures.unpaid_invoices),
        ]
      }
    />
  );
}

function CustomerFacts({ customer }: { customer: Customer }) {
  const { t } = useTranslation('customers');
  return (
    <Section title={t('details.facts')}>
      <Facts
        facts={[
          {
            label: t('field.email'),
            value: (
              <a href={`mailto:${customer.email}`} className={classes.anchor}>
                <bdi dir="ltr">{customer.email}</bdi>
              </a>
            ),
          },
          { label: t('field.mobile'), value: <Mobile value={customer.mobile} link={classes.anchor ?? ''} /> },
          {
            label: t('field.nationalId'),
            value: customer.nationalId ? (
              <bdi dir="ltr">{customer.nationalId}</bdi>
            ) : (
              <span className={classes.quiet}>{t('details.notGiven')}</span>
            ),
          },
          {
            label: t('column.added'),
            value: (
              <span className={classes.added}>
                <Creator customer={customer} />
                <span>
                  <DateText value={customer.created_at} /> · <bdi>{customer.creator_name}</bdi>
                </span>
              </span>
            ),
          },
          {
            label: t('field.description'),
            value: customer.description && <bdi className={classes.description}>{customer.description}</bdi>,
            wide: true,
          },
        ]}
      />
    </Section>
  );
}
