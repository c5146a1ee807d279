import { INVOICE_STATUS, type InvoiceDetails, invoices } from '@daftar/contract/invoices';
import { Button, Progress } from '@mantine/core';
import { IconBan, IconCopyPlus, IconPencil } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useTitle } from '../../shared/title.ts';
import { DetailPage, Section } from '../../ui/detail-page.tsx';
import { currencyLabel, formatMoney, formatNumber } from '../../ui/format.ts';
import { Link, useAsk } from '../../ui/link.tsx';
import { useLocale } from '../../ui/locale.ts';
import { Money } from '../../ui/money.tsx';
import { withSearch } from '../../ui/path.ts';
import { useRouteParam } from '../../ui/route-param.ts';
import { editInvoicePath, invoicesPath, newInvoicePath } from '../paths/invoices.ts';
import { PayableFacts } from '../payables/payable-facts.tsx';
import { Sums } from '../payables/sums.tsx';
import { useLeaveOnFailure } from '../payables/use-leave-on-failure.ts';
import { OtherModeOffer, useEitherMode } from '../shared/other-mode.tsx';
import { OwnEdit } from '../shared/own-edit.tsx';
import { useMay } from '../shared/permissions.ts';
import type { PageModule } from '../shared/screen.ts';
import { InvoiceStatusChip } from '../status/invoices.tsx';
import { prefetchInvoice, useInvoice, useSetInvoiceOwn } from './api.ts';
import { CustomersTable } from './components/customers-table.tsx';
import { MessagesTable } from './components/messages-table.tsx';
import { useDeactivate } from './components/use-deactivate.tsx';
import classes from './detail-page.module.css';
import { togetherOf } from './form-values.ts';

export const prefetch: PageModule['prefetch'] = ({ params }) => prefetchInvoice(params.id ?? '');

/** `/invoices/{id}` */
export default function InvoicePage() {
  const { t } = useTranslation(['invoices', 'payables']);
  const locale = useLocale();
  const id = useRouteParam('id');
  const { query, isElsewhere } = useEitherMode(useInvoice(id), invoices.details, { params: { id } });
  useTitle(query.data?.data.reference);
  useLeaveOnFailure(query.data || isElsewhere ? null : query.error, invoicesPath);
  if (isElsewhere) return <OtherModeOffer />;
  return (
    <DetailPage
      title={t('details.title')}
      query={query}
      summary={(invoice) => ({
        reference: invoice.reference,
        headline: <Money amount={invoice.total} currency={invoice.currency.code} />,
        status: <InvoiceStatusChip status={invoice.status} />,
        note: <bdi>{invoice.invoice_name}</bdi>,
        actions: <Actions invoice={invoice} />,
      })}
    >
      {(invoice) => (
        <>
          {invoice.is_group && <GroupProgress invoice={invoice} />}
          <CustomersTable invoice={invoice} />
          <div className={classes.pair}>
            <PayableFacts
              payable={invoice}
              actions={<OwnActions invoice={invoice} />}
              facts={[
                {
                  label: t('payables:field.currency'),
                  value: <bdi>{currencyLabel(invoice.currency.code, locale)}</bdi>,
                },
              ]}
            />
            <Section title={t('payables:part.amount')}>
              <Sums
                sums={{ ...invoice, converted: null }}
                code={invoice.currency.code}
                rate={invoice.exchange_rate}
              />
            </Section>
          </div>
          <MessagesTable invoiceId={invoice.id} />
        </>
      )}
    </DetailPage>
  );
}

function OwnActions({ invoice }: { invoice: InvoiceDetails }) {
  const may = useMay();
  const { send } = useSetInvoiceOwn();
  if (!may('create-invoice')) return null;
  return <OwnEdit own={invoice} save={(body) => send({ params: { id: invoice.id }, body })} />;
}

/** How many of a group have paid, and the resulting amount: each owes the whole. */
function GroupProgress({ invoice }: { invoice: InvoiceDetails }) {
  const { t } = useTranslation('invoices');
  const locale = useLocale();
  const { customers_count: all, paid_count: paid, total, currency } = invoice;
  const money = (count: number) => formatMoney(togetherOf(total, count), currency.code, locale);
  const said = t('customers.paid', {
    count: all,
    paid: formatNumber(paid, locale),
    all: formatNumber(all, locale),
  });
  return (
    <div className={classes.progress}>
      <p className={classes.line}>
        <strong>{said}</strong>
        <span className={classes.quiet}>
          {t('group.collected', { paid: money(paid), sum: money(all), each: money(1) })}
        </span>
      </p>
      <Progress value={(paid / all) * 100} size="sm" radius="xl" aria-label={said} />
    </div>
  );
}

function Actions({ invoice }: { invoice: InvoiceDetails }) {
  const { t } = useTranslation(['invoices', 'payables']);
  const may = useMay();
  const { deactivate, isPending } = useDeactivate();
  const mayDeactivate = invoice.status === INVOICE_STATUS.unpaid && may('create-invoice');
  useAsk('deactivate', true, () => {
    if (mayDeactivate) void deactivate(invoice);
  });
  if (!may('create-invoice')) return null;
  return (
    <>
      {invoice.can_edit && (
        <Button
          component={Link}
          to={editInvoicePath(invoice.id)}
          variant="default"
          leftSection={<IconPencil size={16} aria-hidden />}
        >
          {t('action.edit')}
        </Button>
      )}
      <Button
        component={Link}
        to={withSearch(newInvoicePath, { like: invoice.id })}
        variant="default"
        leftSection={<IconCopyPlus size={16} aria-hidden />}
      >
        {t('payables:action.duplicate')}
      </Button>
      {mayDeactivate && (
        <Button
          variant="light"
          color="red"
          leftSection={<IconBan size={16} aria-hidden />}
          loading={isPending}
          onClick={() => void deactivate(invoice)}
        >
          {t('deactivate.confirm')}
        </Button>
      )}
    </>
  );
}
