/** Issues the tax invoices of a month's fees. */

import { notify } from '../notifications/service.ts';
import type { App } from '../platform/context.ts';
import { classifyDbError } from '../platform/db/errors.ts';
import { patiently } from '../platform/db/long-work.ts';
import { cairoDay } from '../platform/time/cairo.ts';
import {
  cairoMonth,
  canBeIssued,
  invoiceNumber,
  type Month,
  nextMonth,
  startOfMonth,
  sumsOf,
} from './rules.ts';
import * as store from './store-issue.ts';

/**
 * Issues the due invoices of every merchant: for each month that has ended and has fees without an invoice. Repeated
 * or concurrent runs issue nothing twice, and an interrupted one is continued by the next. A merchant that fails does
 * not stop the others.
 * @param merchantId issues only its invoices.
 * @returns how many were issued; none without an issuer.
 */
export async function issueFeeInvoices(app: App, merchantId?: number): Promise<number> {
  const { feeInvoices } = app.config;
  if (feeInvoices === null) {
    app.log.info('no issuer of fee invoices is configured, so none is issued');
    return 0;
  }
  let issued = 0;
  for (const each of merchantId === undefined ? await store.listCharged(app.db) : [merchantId]) {
    if (app.ending?.aborted) break;
    try {
      issued += await issueOfMerchant(app, each);
    } catch (error) {
      // Without a database the next merchant would fail as well, so the whole job is retried.
      if (classifyDbError(error).kind === 'unavailable') throw error;
      app.log.error({ err: error, merchantId: each }, 'issuing the fee invoice of a merchant failed');
    }
  }
  return issued;
}

/** Issues a merchant's invoices up to the last month that has ended, oldest first. */
async function issueOfMerchant(app: App, merchantId: number): Promise<number> {
  const current = cairoMonth(app.clock.now());
  let issued = 0;
  let month = await monthToIssue(app, merchantId);
  while (month !== null && month < current) {
    const isIssued = await issueMonth(app, merchantId, month);
    if (isIssued) issued += 1;
    // Corrections may have exceeded the fees of a month; the next one may make up for it.
    month = isIssued ? await monthToIssue(app, merchantId) : nextMonth(month);
  }
  return issued;
}

/** Returns the first month that can have an invoice; null when every fee is in one. */
async function monthToIssue(app: App, merchantId: number): Promise<Month | null> {
  const before = (await store.findCovered(app.db, merchantId)) ?? null;
  const sinceAt = before?.sinceAt ?? startOfMonth(app.config.feeInvoices!.from);
  const first = await store.firstUncovered(app.db, { merchantId, sinceAt, before });
  if (first === null) return null;
  const month = cairoMonth(first);
  // Fees booked after the invoice of their month are in the next one.
  return before !== null && month <= before.month ? nextMonth(before.month) : month;
}

/** Issues the invoice of one month. @returns whether there was anything to invoice. */
async function issueMonth(app: App, merchantId: number, month: Month): Promise<boolean> {
  const { issuer, from } = app.config.feeInvoices!;
  const now = app.clock.now();
  const issuedOn = cairoDay(now);
  const year = Number(issuedOn.slice(0, 4));
  const series = { taxId: issuer.taxId, series: 'invoice', year } as const;
  // Summing up a merchant's month may take longer than the limit for requests.
  return patiently(app.db, async (tx) => {
    await store.lockSeries(tx, series);
    const before = (await store.findCovered(tx, merchantId)) ?? null;
    if (before !== null && before.month >= month) return false;
    const fees = { merchantId, sinceAt: before?.sinceAt ?? startOfMonth(from), before };
    const to = {
      untilAt: startOfMonth(nextMonth(month)),
      throughTransferId: await store.lastTransfer(tx, merchantId),
    };
    const borne = await store.sumFees(tx, fees, to, app.config.vatBps);
    const lines = borne.filter(({ feesOn }) => feesOn === 'M').map(({ feesOn: _, ...line }) => line);
    const sums = sumsOf(lines);
    if (!canBeIssued(sums)) return false;
    const customers = sumsOf(borne.filter(({ feesOn }) => feesOn === 'C'));
    const number = await store.takeNumber(tx, series);
    const id = await store.insertInvoice(tx, {
      ...fees,
      ...to,
      ...sums,
      customerFeePiastres: customers.feePiastres,
      customerVatPiastres: customers.vatPiastres,
      month,
      year,
      number,
      issuedAt: now,
      issuedOn,
      issuer,
      merchant: await store.readMerchant(tx, merchantId),
      lines,
    });
    await store.assignNumber(tx, { ...series, number }, { merchantId, id });
    await notify(
      { ...app, db: tx },
      { merchantId, mode: 'live' },
      {
        kind: 'fee-invoice-issued',
        params: {
          number: invoiceNumber(year, number),
          amountPiastres: sums.feePiastres + sums.vatPiastres,
        },
        href: '/fee-invoices',
      },
    );
    return true;
  });
}
