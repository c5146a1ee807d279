import { type Customer, customers } from '@daftar/contract/customers';
import { useTranslation } from 'react-i18next';
import { useTitle } from '../../shared/title.ts';
import { DateText } from '../../ui/date.tsx';
import { DetailPage, Facts, Section } from '../../ui/detail-page.tsx';
import { GoTo } from '../../ui/link.tsx';
import { Mobile } from '../../ui/mobile.tsx';
import { useRouteParam } from '../../ui/route-param.ts';
import { StatusChip } from '../../ui/status-chip.tsx';
import { customerPath } from '../paths/customers.ts';
import { OtherModeOffer, useEitherMode } from '../shared/other-mode.tsx';
import { useOwnFacts } from '../shared/own-facts.tsx';
import type { PageModule } from '../shared/screen.ts';
import { prefetchCustomer, useCustomer } from './api.ts';
import { Actions } from './components/actions.tsx';
import classes from './components/columns.module.css';
import { Creator } from './components/creator.tsx';
import { Figures } from './components/figures.tsx';
import { InvoicesBelow } from './components/invoices-below.tsx';
import { Tags } from './components/tags.tsx';
import { CustomerHistory } from './components/timeline.tsx';

export const prefetch: PageModule['prefetch'] = ({ params }) => prefetchCustomer(params.id ?? '');

/** `/customers/{customerID}`: what a customer comes to, their data, everything that happened, and their invoices. */
export default function CustomerPage() {
  const { t } = useTranslation('customers');
  const id = useRouteParam('id');
  const { query, isElsewhere } = useEitherMode(useCustomer(id), customers.details, {
    query: { customerId: id },
  });
  useTitle(query.data?.data.name);
  if (isElsewhere) return <OtherModeOffer />;
  // The number of a customer who was merged leads to the one that they are now.
  const found = query.data?.data.id;
  if (found !== undefined && String(found) !== id) return <GoTo to={customerPath(found)} />;
  return (
    <DetailPage
      title={t('details.title')}
      query={query}
      summary={(customer) => ({
        headline: <bdi>{customer.name}</bdi>,
        status: customer.is_archived && <StatusChip kind="closed">{t('archive.chip')}</StatusChip>,
        actions: <Actions customer={customer} />,
      })}
    >
      {(customer) => (
        <>
          <Figures id={customer.id} />
          <CustomerFacts customer={customer} />
          <CustomerHistory id={customer.id} />
          <InvoicesBelow customerId={customer.id} />
        </>
      )}
    </DetailPage>
  );
}

function CustomerFacts({ customer }: { customer: Customer }) {
  const { t } = useTranslation('customers');
  const ownFacts = useOwnFacts();
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
          ...ownFacts(customer),
          { label: t('tags.label'), value: <Tags customer={customer} />, wide: true },
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
