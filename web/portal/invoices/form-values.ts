import type { InvoiceDetails, InvoiceFormInput } from '@daftar/contract/invoices';
import { readWhole } from '@daftar/contract/numbers';
import { EMPTY_PAYABLE, type PayableValues, type SendBy, savedValues, wireOf } from '../payables/values.ts';

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
  return {
    ...wireOf(values),
    ...(businessAccountId ? { business_account_id: businessAccountId } : {}),
  };
}

/** The customer in an address: `?customerId=7`. */
export function customersOf(customerId: string | undefined): number[] {
  const id = readWhole(customerId ?? '');
  return id ? [id] : [];
}

/** An invoice as form values. */
export const valuesOf = (invoice: InvoiceDetails): InvoiceValues => ({
  ...savedValues(invoice),
  customers: invoice.customers.map(({ id }) => id),
  send: true,
});

/** The sum of a number of customers who each owe the total, exact to hundredths of a pound. */
export function togetherOf(total: number, customers: number): number {
  return (Math.round(total * 100) * customers) / 100;
}
