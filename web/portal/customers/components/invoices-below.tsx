import { startTransition, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Section } from '../../../ui/detail-page.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { fetchAhead } from '../../../ui/fetch-ahead.ts';
import { laterPart } from '../../../ui/later-part.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';

const CustomerInvoices = laterPart(() =>
  import('./customer-invoices.tsx').then((part) => part.CustomerInvoices),
);

/** A customer's invoices, which stand below all that is seen first: their table comes when the page is idle. */
export function InvoicesBelow({ customerId }: { customerId: number }) {
  const { t } = useTranslation('customers');
  const [isThere, setThere] = useState(CustomerInvoices.isThere);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    if (isThere || error) return;
    fetchAhead(() => CustomerInvoices.fetch().then(() => startTransition(() => setThere(true)), setError));
  }, [isThere, error]);
  if (isThere) return <CustomerInvoices customerId={customerId} />;
  return (
    <Section title={t('invoice.title')}>
      {error ? <ErrorBox error={error} onRetry={() => setError(null)} /> : <Skeleton height="20rem" />}
    </Section>
  );
}
