import type { InvoiceRow } from '@daftar/contract/invoices';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../../ui/confirm.tsx';
import { formatMoney, formatNumber } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { useDeactivateInvoice } from '../api.ts';

type Named = Pick<
  InvoiceRow,
  | 'id'
  | 'reference'
  | 'invoice_name'
  | 'total_amount'
  | 'currency'
  | 'customer'
  | 'customers_count'
  | 'paid_count'
>;

/** Asks for confirmation, then cancels the invoice. */
export function useDeactivate() {
  const { t } = useTranslation(['invoices', 'common']);
  const locale = useLocale();
  const { run, isPending } = useDeactivateInvoice();

  const consequences = (invoice: Named) => {
    const { invoice_name: name, customers_count: all, paid_count: paid } = invoice;
    const amount = formatMoney(invoice.total_amount, invoice.currency.code, locale);
    if (all === 1) return [t('deactivate.single', { name, amount, customer: invoice.customer.name })];
    const unpaid = all - paid;
    return [
      t('deactivate.group', { name, amount, count: unpaid, number: formatNumber(unpaid, locale) }),
      ...(paid > 0 ? [t('deactivate.kept', { count: paid, number: formatNumber(paid, locale) })] : []),
    ];
  };

  const deactivate = async (invoice: Named) => {
    const agreed = await confirm({
      title: t('deactivate.title', { reference: invoice.reference }),
      text: [...consequences(invoice), t('deactivate.forGood')].join(' '),
      confirm: t('deactivate.confirm'),
      cancel: t('common:back'),
      danger: true,
    });
    if (agreed) await run({ params: { id: invoice.id } });
  };
  return { deactivate, isPending };
}
