/** Test helpers of invoices: customers, invoices, and payers who use the real payment page. */
import { InvoiceForm } from '@daftar/contract/invoices';
import { PERMISSIONS } from '@daftar/contract/permissions';
import { validate } from '@daftar/contract/validate';
import { checkoutChecks, checkoutJobs } from '../../src/checkout/index.ts';
import type { Config } from '../../src/config.ts';
import { createCustomer } from '../../src/customers/service.ts';
import { invoiceChecks, invoiceJobs } from '../../src/invoices/index.ts';
import { createInvoice } from '../../src/invoices/service.ts';
import { checkLedger } from '../../src/ledger/check.ts';
import type { Caller, Mode } from '../../src/platform/context.ts';
import { type PayReply, startTestCheckout, type TestCheckout } from './checkout.ts';

export const CHALLENGED_CARD = '4000000000003220';

/** A share as stored. */
export interface ShareRow {
  id: number;
  customerId: number;
  token: string;
  status: string;
  isHeld: boolean;
  paidAt: Date | null;
}

/** The payment page and invoices on a database of their own. */
export interface TestInvoices {
  checkout: TestCheckout;
  /** Creates a merchant with its owner. */
  merchant(mode?: Mode): Promise<Caller>;
  customer(caller: Caller, name?: string): Promise<number>;
  /** A valid form; amounts in pounds, due in a week. */
  form(customers: number[], overrides?: Record<string, unknown>): Record<string, unknown>;
  invoice(caller: Caller, customers: number[], overrides?: Record<string, unknown>): Promise<number>;
  shares(caller: Caller, invoiceId: number): Promise<ShareRow[]>;
  row(caller: Caller, invoiceId: number): Promise<{ status: number; paid: number; customers: number }>;
  pay(share: Pick<ShareRow, 'token'>, number?: string): Promise<PayReply>;
  /** Runs the waiting jobs of invoices and checkout until there are none. */
  runJobs(): Promise<void>;
  /** Returns everything that ledger:check reports. */
  differences(): ReturnType<typeof checkLedger>;
}

const jobs = { ...checkoutJobs, ...invoiceJobs };
let serial = 0;

/** Starts invoices for one test file; call `checkout.close` afterwards. */
export async function startTestInvoices(overrides: Partial<Config> = {}): Promise<TestInvoices> {
  const checkout = await startTestCheckout(overrides);
  const { app, sql } = checkout;

  async function runWaiting(): Promise<number> {
    const waiting = await sql<{ id: number; task: string; payload: unknown }[]>`
      select j.id, j.task_identifier as task, p.payload from graphile_worker.jobs j
        join graphile_worker._private_jobs p on p.id = j.id
       where j.task_identifier = any (${Object.keys(jobs)}) order by j.id`;
    for (const { id, task, payload } of waiting) {
      await jobs[task]!(app, payload);
      await sql`select graphile_worker.complete_jobs(array[${id}]::bigint[])`;
    }
    return waiting.length;
  }

  const form: TestInvoices['form'] = (customers, more = {}) => ({
    invoice_name: 'إيجار يونيو',
    description: 'شقة 4',
    currency_id: 1,
    amount: 100,
    due_date: new Date(checkout.clock.now().getTime() + 7 * 86_400_000).toISOString(),
    language: 1,
    customers,
    ...more,
  });

  return {
    checkout,
    async merchant(mode = 'test') {
      const merchantId = await checkout.merchant();
      const [user] = await sql<{ id: number; email: string }[]>`
        select id, email from users where merchant_id = ${merchantId}`;
      return {
        merchantId,
        mode,
        userId: user!.id,
        sessionId: 'test',
        email: user!.email,
        locale: 'en',
        permissions: new Set(PERMISSIONS),
        merchantStatus: 3,
        address: '127.0.0.1',
      };
    },
    async customer(caller, name = 'منى عادل') {
      serial += 1;
      const { id } = await createCustomer(app, caller, {
        name,
        email: `customer${serial}@example.com`,
        mobile: `011${String(serial).padStart(8, '0')}`,
        nationalId: '',
        description: '',
      });
      return id;
    },
    form,
    async invoice(caller, customers, more) {
      const checked = validate(InvoiceForm, form(customers, more));
      if (!checked.ok) throw new Error(JSON.stringify(checked.errors));
      return (await createInvoice(app, caller, checked.value)).id;
    },
    shares: (caller, invoiceId) => sql<ShareRow[]>`
      select id, customer_id as "customerId", token, status, is_held as "isHeld", paid_at as "paidAt"
        from invoice_shares where merchant_id = ${caller.merchantId} and invoice_id = ${invoiceId}
         and removed_at is null order by id`,
    async row(caller, invoiceId) {
      const [row] = await sql<{ status: number; paid: number; customers: number }[]>`
        select status, paid_count as paid, customers_count as customers from invoices
         where merchant_id = ${caller.merchantId} and id = ${invoiceId}`;
      return row!;
    },
    pay: (share, number) => checkout.payByCard(share as never, number),
    async runJobs() {
      while ((await runWaiting()) > 0);
    },
    differences: () => checkLedger(sql, { extraChecks: [...checkoutChecks, ...invoiceChecks] }),
  };
}
