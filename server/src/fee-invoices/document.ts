/** The PDF of a fee invoice, drawn from what the invoice keeps: the same facts give the same bytes. */
import { Readable } from 'node:stream';
import type { DocumentLanguage } from '@daftar/contract/fee-invoices';
import { methodItem } from '../lookups/service.ts';
import type { App } from '../platform/context.ts';
import type { FileResult } from '../platform/http/handlers.ts';
import { type Locale, translate } from '../platform/i18n/translate.ts';
import { groupedAmount } from '../platform/i18n/written.ts';
import { renderPdf } from '../platform/pdf/typst.ts';
import { dayText, monthText } from './dates.ts';
import { FeeInvoiceNotFound } from './errors.ts';
import { type FeeLine, invoiceNumber } from './rules.ts';
import * as store from './store.ts';

/** Draws an invoice as PDF. @throws FeeInvoiceNotFound */
export async function downloadInvoice(
  app: App,
  of: { merchantId: number; id: number },
  language: DocumentLanguage,
): Promise<FileResult> {
  const found = await store.findInvoice(app.db, of, of.id);
  if (!found) throw new FeeInvoiceNotFound();
  const pdf = await renderPdf('fee-invoice', invoiceData(language, found));
  const number = invoiceNumber(found.year, found.number);
  return {
    stream: Readable.from([pdf]),
    contentType: 'application/pdf',
    fileName: `daftar-${number}-${language}.pdf`,
  };
}

/** Formats an amount; the minus sign stays in front, in right-to-left lines too. */
const figure = (piastres: number): string =>
  piastres < 0 ? `\u200e\u2212${groupedAmount(-piastres)}` : groupedAmount(piastres);

const percent = (bps: number): string => `${bps / 100}%`;

/** The template's data: formatted text and figures. */
export function invoiceData(locale: Locale, invoice: store.FullInvoice): Record<string, unknown> {
  const say = (key: string, params?: Record<string, string | number>) =>
    translate(locale, { key: `fee-invoices.document.${key}`, ...(params && { params }) }, 'latin');
  const { issuer, merchant, lines } = invoice;
  const number = invoiceNumber(invoice.year, invoice.number);
  const fact = (key: string, value: string) => (value === '' ? [] : [{ label: say(key), value }]);
  const nameOf = (line: FeeLine) =>
    line.kind === 'payments' ? methodItem(locale, line.method).name : say('corrections');
  const customers = invoice.customerFeePiastres + invoice.customerVatPiastres;
  return {
    locale,
    title: `${number} · ${merchant.name[locale]}`,
    author: issuer.name[locale],
    heading: say('heading'),
    number,
    parties: [
      {
        label: say('issuer'),
        name: issuer.name[locale],
        facts: [...fact('taxId', issuer.taxId)],
        address: issuer.address[locale],
      },
      {
        label: say('merchant'),
        name: merchant.name[locale],
        facts: [...fact('taxId', merchant.taxId), ...fact('commercialRegister', merchant.commercialRegister)],
        address: merchant.address,
      },
    ],
    facts: [
      { label: say('number'), value: number, ltr: true },
      { label: say('issuedOn'), value: dayText(locale, invoice.issuedOn), ltr: false },
      { label: say('period'), value: monthText(locale, invoice.month), ltr: false },
    ],
    headings: ['what', 'count', 'base', 'vatRate', 'fee', 'vat', 'sum'].map((key) => say(`column.${key}`)),
    lines: lines.map((line) => [
      nameOf(line),
      String(line.count),
      line.kind === 'payments' ? figure(line.base) : '',
      percent(line.vatBps),
      figure(line.fee),
      figure(line.vat),
      figure(line.fee + line.vat),
    ]),
    sums: [
      { label: say('fee'), amount: figure(invoice.feePiastres) },
      { label: say('vat'), amount: figure(invoice.vatPiastres) },
    ],
    total: { label: say('total'), amount: say('money', { amount: figure(invoice.totalPiastres) }) },
    notes: [
      say('rounding'),
      say('taken'),
      ...(customers > 0 ? [say('customers', { amount: figure(customers) })] : []),
    ],
    footer: say('footer', { issuer: issuer.name[locale], taxId: issuer.taxId }),
  };
}
