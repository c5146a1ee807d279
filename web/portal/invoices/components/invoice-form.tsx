import { INVOICE_CUSTOMERS_MAXIMUM } from '@daftar/contract/invoices';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney, formatNumber } from '../../../ui/format.ts';
import { laterPart } from '../../../ui/later-part.ts';
import { useLocale } from '../../../ui/locale.ts';
import { CustomerPicker } from '../../customers/index.ts';
import { FormTemplates } from '../../form-templates/index.ts';
import { AmountFields } from '../../payables/amount-fields.tsx';
import { DueDateField } from '../../payables/due-date-field.tsx';
import { memoPart, type PartProps } from '../../payables/form-part.tsx';
import { FormScreen } from '../../payables/form-screen.tsx';
import { NameField } from '../../payables/name-field.tsx';
import type { PayableEntry } from '../../payables/use-payable-form.ts';
import { MORE_FIELDS } from '../../payables/values.ts';
import { useCustomerNames } from '../api.ts';
import { type InvoiceValues, togetherOf } from '../form-values.ts';
import classes from './invoice-form.module.css';

/** Fetched beside the invoice that is edited, which may use it. */
export const MorePart = laterPart(() => import('./more-part.tsx').then((part) => part.MorePart));

interface InvoiceFormProps {
  entry: PayableEntry<InvoiceValues>;
  /** Whether a new invoice is created or an existing one edited. */
  purpose: 'create' | 'edit';
  /** What a new form has, with the account's settings. */
  usual: InvoiceValues;
  banner?: ReactNode;
}

/** The form of an invoice: customers, purpose, amount, due date. */
export function InvoiceForm({ entry, purpose, usual, banner }: InvoiceFormProps) {
  const { t } = useTranslation(['invoices', 'payables']);
  const { form, code, rate, sums } = entry;
  const count = form.values.customers.length;
  const [payer] = useCustomerNames(form.values.customers.slice(0, 1));
  return (
    <FormScreen
      entry={entry}
      title={t(`form.${purpose}`)}
      text={t(`form.${purpose}Text`)}
      actions={purpose === 'create' && <FormTemplates noun="invoices" form={form} empty={usual} />}
      review={{
        sends: true,
        title: t(`review.${purpose}`),
        facts: [
          {
            label: t('part.customers'),
            value: <Chosen ids={form.values.customers} />,
          },
        ],
      }}
      note={count > 1 && sums.total !== null && <GroupNote count={count} total={sums.total} code={code} />}
      banner={banner}
      preview={{ kind: 'invoice', reference: 'INV-…', billTo: payer }}
      more={{
        text: t('form.more'),
        fields: MORE_FIELDS,
        usual,
        part: MorePart,
        content: <MorePart form={form} code={code} purpose={purpose} />,
      }}
    >
      <CustomersPart form={form} />
      <NameField form={form} focused={false} />
      <AmountFields form={form} sums={sums} code={code} rate={rate} />
      <DueDateField form={form} help={t('field.dueHelp')} />
    </FormScreen>
  );
}

const NAMED = 5;

/** The chosen customers: how many, with as many names as fit. */
function Chosen({ ids }: { ids: readonly number[] }) {
  const { t } = useTranslation('invoices');
  const locale = useLocale();
  const names = useCustomerNames(ids);
  const count = ids.length;
  const shown = new Intl.ListFormat(locale, { type: 'unit', style: 'short' }).format(names.slice(0, NAMED));
  return (
    <>
      {t('customers.count', { count, number: formatNumber(count, locale) })}
      {shown && (
        <span className={classes.names}>
          <bdi>{count > NAMED ? `${shown}…` : shown}</bdi>
        </span>
      )}
    </>
  );
}

const CustomersPart = memoPart(['customers'], function CustomersPart({ form }: PartProps<InvoiceValues>) {
  const { t } = useTranslation('invoices');
  return (
    <CustomerPicker
      {...form.field('customers')}
      value={form.values.customers}
      label={t('field.customers')}
      description={t('field.customersHelp')}
      maximum={INVOICE_CUSTOMERS_MAXIMUM}
      required
    />
  );
});

/** Notes, beside the totals, that each customer of a group owes the whole amount. */
function GroupNote({ count, total, code }: { count: number; total: number; code: string }) {
  const { t } = useTranslation('invoices');
  const locale = useLocale();
  const money = (amount: number) => formatMoney(amount, code, locale);
  return (
    <p className={classes.note} role="status">
      {t('group.note', {
        count,
        number: formatNumber(count, locale),
        total: money(total),
        sum: money(togetherOf(total, count)),
      })}
    </p>
  );
}
