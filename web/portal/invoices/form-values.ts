import type { InvoiceDetails, InvoiceFormInput } from '@daftar/contract/invoices';
import { CURRENCY_IDS } from '@daftar/contract/lookups';
import { chargesOf, EMPTY_PAYABLE, type PayableValues, type SendBy } from '../payables/values.ts';

/** What the form holds. */
export type InvoiceValues = PayableValues & { customers: number[]; send: boolean };

export const EMPTY_FORM: InvoiceValues = { ...EMPTY_PAYABLE, customers: [], send: true };

/** The values after the review: sent by the channels chosen there, or only saved. */
export const answered = (values: InvoiceValues, sendBy: SendBy | null): InvoiceValues => ({
  ...values,
  ...sendBy,
  send: sendBy !== null,
});

/** The body of create and edit: no payment methods means all. */
export function payloadOf(values: InvoiceValues, businessAccountId?: number): InvoiceFormInput {
  const { fees_on: _, fees_mode: __, tax_on: ___, tax_mode: ____, ...wire } = values;
  return {
    ...wire,
    ...chargesOf(values),
    ...(businessAccountId ? { business_account_id: businessAccountId } : {}),
  };
}

/** The customer in an address: `?customerId=7`. */
export function customersOf(customerId: string | undefined): number[] {
  const id = Number(customerId);
  return Number.isSafeInteger(id) && id > 0 ? [id] : [];
}

const written = (value: number) => (value === 0 ? '' : String(value));

/** An invoice as form values. */
export function valuesOf(invoice: InvoiceDetails): InvoiceValues {
  return {
    customers: invoice.customers.map(({ id }) => id),
    invoice_name: invoice.invoice_name,
    description: invoice.description,
    currency_id: CURRENCY_IDS.find((id) => id === invoice.currency.id) ?? 1,
    amount: invoice.amount.toFixed(2),
    fees_on: invoice.fixed_fees > 0 || invoice.percentage_fees > 0,
    fees_mode: invoice.percentage_fees > 0 ? 'percentage' : 'fixed',
    fixed_fees: invoice.fixed_fees > 0 ? invoice.fixed_fees.toFixed(2) : '',
    percentage_fees: written(invoice.percentage_fees),
    tax_on: invoice.fixed_tax > 0 || invoice.percentage_tax > 0,
    tax_mode: invoice.fixed_tax > 0 ? 'fixed' : 'percentage',
    fixed_tax: invoice.fixed_tax > 0 ? invoice.fixed_tax.toFixed(2) : '',
    percentage_tax: written(invoice.percentage_tax),
    due_date: invoice.due_date,
    payment_methods: invoice.payment_method.map(({ id }) => id),
    notify_by_email: invoice.notify_by_email,
    notify_by_sms: invoice.notify_by_sms,
    require_email: invoice.require_email,
    require_name: invoice.require_name,
    require_address: invoice.require_address,
    require_phone: invoice.require_phone,
    language: invoice.language,
    notes: invoice.notes,
    send: true,
  };
}

/** The sum of a number of customers who each owe the total, exact to hundredths of a pound. */
export function togetherOf(total: number, customers: number): number {
  return (Math.round(total * 100) * customers) / 100;
}
