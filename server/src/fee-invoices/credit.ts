/** Credit notes: corrections of the ledger that give back a part of an issued invoice. */
import type { FigureText } from '@daftar/contract/message-params';
import type { CorrectionForm } from '@daftar/contract/ops-ledger';
import { notify } from '../notifications/service.ts';
import type { App } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { InvalidError } from '../platform/http/errors.ts';
import { isolated } from '../platform/i18n/isolates.ts';
import { amountText, percentText } from '../platform/i18n/numbers.ts';
import type { Locale } from '../platform/i18n/translate.ts';
import { cairoDay } from '../platform/time/cairo.ts';
import { CreditExceedsInvoice, FeeInvoiceNotFound } from './errors.ts';
import {
  creditNumber,
  type FeeAndVat,
  invoiceNumber,
  type LeftAtRate,
  leftByRate,
  numberOf,
  rateOfCredit,
  vatAt,
} from './rules.ts';
import * as store from './store-credit.ts';
import * as series from './store-issue.ts';

/**
 * Returns the fees and VAT that the lines of a correction give back, in piastres; null when they charge more of
 * either.
 */
function givenBack(lines: CorrectionForm['lines']): FeeAndVat | null {
  const of = (account: 'fees' | 'vat') => lines.find((line) => line.account === account);
  const [fees, vat] = [of('fees'), of('vat')];
  if (fees?.side === 'credit' || vat?.side === 'credit' || (!fees && !vat)) return null;
  return { feePiastres: fees?.amountPiastres ?? 0, vatPiastres: vat?.amountPiastres ?? 0 };
}

/**
 * Checks that a correction can be a credit note of an invoice: it gives back live fees or VAT, and no more than is
 * left of the invoice.
 * @returns the invoice.
 * @throws InvalidError 422 by field
 */
export async function requireCreditable(
  app: App,
  merchantId: number,
  { mode, lines, fee_invoice: typed }: Pick<CorrectionForm, 'mode' | 'lines'> & { fee_invoice: string },
  locale: Locale,
): Promise<{ id: number; number: string }> {
  const number = numberOf(typed);
  const invoice = number && (await store.findCreditable(app.db, merchantId, number));
  if (!invoice || mode !== 'live') throw InvalidError.field('fee_invoice', 'Invalid');
  const back = givenBack(lines);
  if (back === null) throw InvalidError.field('lines', 'CreditNoteNeedsFees');
  if (back.feePiastres > invoice.feeLeft || back.vatPiastres > invoice.vatLeft) {
    throw InvalidError.field('lines', 'CreditNoteExceeds', {
      feePiastres: invoice.feeLeft,
      vatPiastres: invoice.vatLeft,
    });
  }
  const left = await leftOf(app.db, merchantId, invoice.id);
  if (rateOfCredit(left, back) === null) {
    throw InvalidError.field('lines', 'CreditNoteRate', { rates: ratesText(locale, left, back) });
  }
  return { id: invoice.id, number: invoiceNumber(invoice.year, invoice.number) };
}

/** Returns the rest of an invoice at each rate that it charged. */
async function leftOf(db: Tx | App['db'], merchantId: number, invoiceId: number): Promise<LeftAtRate[]> {
  const [invoice, notes] = await Promise.all([
    store.getInvoice(db, merchantId, invoiceId),
    store.listNotes(db, merchantId, invoiceId),
  ]);
  return leftByRate(invoice?.lines ?? [], notes);
}

/** Returns the amounts that could be given back at each rate: `14%: 100.00 + 14.00`. */
function ratesText(
  locale: Locale,
  rates: readonly LeftAtRate[],
  { feePiastres }: FeeAndVat,
): FigureText<'own'> {
  const parts = rates.map(({ vatBps, ...left }) => {
    const fee = Math.max(0, Math.min(feePiastres, left.feePiastres));
    const vat = fee === left.feePiastres ? left.vatPiastres : vatAt(fee, vatBps);
    const [feeText, vatText] = [fee, vat].map((piastres) => amountText(locale, piastres, 'own'));
    return isolated(`${percentText(locale, vatBps / 100, 'own')}: ${feeText} + ${vatText}`);
  });
  return parts.join(locale === 'ar' ? '، ' : ', ') as FigureText<'own'>;
}

/** Serialises credit notes; call it before the correction locks the ledger. */
export async function lockCreditNotes(
  app: App,
  tx: Tx,
  merchantId: number,
  invoiceId: number,
): Promise<void> {
  const invoice = await store.getInvoice(tx, merchantId, invoiceId);
  if (!invoice) throw new FeeInvoiceNotFound();
  const year = Number(cairoDay(app.clock.now()).slice(0, 4));
  await series.lockSeries(tx, { taxId: invoice.issuer.taxId, series: 'credit-note', year });
}

/**
 * Issues the credit note of a posted correction, in its transaction, and notifies the merchant.
 * @throws CreditExceedsInvoice when other credit notes have used up the rest since the request
 */
export async function issueCreditNote(
  app: App,
  tx: Tx,
  note: {
    merchantId: number;
    invoiceId: number;
    transferId: number;
    lines: CorrectionForm['lines'];
    reason: string;
  },
): Promise<void> {
  const { merchantId, invoiceId } = note;
  const invoice = await store.getInvoice(tx, merchantId, invoiceId);
  const back = givenBack(note.lines);
  if (!invoice || !back) throw new FeeInvoiceNotFound();
  // Checked again under the lock, so that no other credit note uses up the rest.
  const vatBps = rateOfCredit(await leftOf(tx, merchantId, invoiceId), back);
  if (vatBps === null) throw new CreditExceedsInvoice();
  const now = app.clock.now();
  const issuedOn = cairoDay(now);
  const year = Number(issuedOn.slice(0, 4));
  const of = { taxId: invoice.issuer.taxId, series: 'credit-note', year } as const;
  const number = await series.takeNumber(tx, of);
  let id: number;
  try {
    id = await store.insertNote(tx, {
      merchantId,
      invoiceId,
      transferId: note.transferId,
      year,
      number,
      issuedAt: now,
      issuedOn,
      ...back,
      vatBps,
      reason: note.reason,
      issuer: invoice.issuer,
      merchant: invoice.merchant,
    });
  } catch (error) {
    if ((error as { constraint_name?: string }).constraint_name === 'fee_credit_notes_within_invoice')
      throw new CreditExceedsInvoice();
    throw error;
  }
  await series.assignNumber(tx, { ...of, number }, { merchantId, id });
  await notify(
    { ...app, db: tx },
    { merchantId, mode: 'live' },
    {
      kind: 'fee-credit-note-issued',
      params: {
        number: creditNumber(year, number),
        invoice: invoiceNumber(invoice.year, invoice.number),
        amountPiastres: back.feePiastres + back.vatPiastres,
      },
      href: '/fee-invoices',
    },
  );
}
