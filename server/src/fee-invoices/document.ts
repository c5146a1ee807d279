/** Renders the PDF of a fee invoice from its stored facts; the same facts give the same bytes. */

import type { DocumentLanguage } from '@daftar/contract/fee-invoices';
import type { FigureText, WrittenParams } from '@daftar/contract/message-params';
import { methodItem } from '../lookups/service.ts';
import type { App } from '../platform/context.ts';
import type { FileResult } from '../platform/http/handlers.ts';
import { isolated } from '../platform/i18n/isolates.ts';
import { type Locale, translate } from '../platform/i18n/translate.ts';
import { groupedAmount } from '../platform/i18n/written.ts';
import { renderPdf } from '../platform/pdf/typst.ts';
import { dayText, monthText } from '../platform/time/calendar-text.ts';
import { FeeInvoiceNotFound } from './errors.ts';
import { creditNumber, type FeeLine, invoiceNumber } from './rules.ts';
import * as store from './store.ts';
import { type FullNote, findNote } from './store-credit.ts';

/** Renders an invoice as PDF. @throws FeeInvoiceNotFound */
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
    content: pdf,
    contentType: 'application/pdf',
    fileName: `daftar-${number}-${language}.pdf`,
  };
}

/** Formats an amount; the minus sign stays in front, in right-to-left lines too. */
const figure = (piastres: number): FigureText<'latin'> =>
  piastres < 0 ? (`\u200e\u2212${groupedAmount(-piastres)}` as FigureText<'latin'>) : groupedAmount(piastres);

const percent = (bps: number): string => `${bps / 100}%`;

/** Renders a credit note as PDF. @throws FeeInvoiceNotFound */
export async function downloadCreditNote(
  app: App,
  of: { merchantId: number; id: number },
  language: DocumentLanguage,
): Promise<FileResult> {
  const found = await findNote(app.db, of.merchantId, of.id);
  if (!found) throw new FeeInvoiceNotFound();
  const pdf = await renderPdf('fee-invoice', creditNoteData(language, found));
  const number = creditNumber(found.year, found.number);
  return {
    content: pdf,
    contentType: 'application/pdf',
    fileName: `daftar-${number}-${language}.pdf`,
  };
}

const sayIn = (locale: Locale) => (key: string, params?: WrittenParams) =>
  translate(locale, { key: `fee-invoices.document.${key}`, ...(params && { params }) }, 'latin');

/** Returns both parties as the template shows them. */
function partiesOf(locale: Locale, { issuer, merchant }: Pick<store.FullInvoice, 'issuer' | 'merchant'>) {
  const say = sayIn(locale);
  const fact = (key: string, value: string) => (value === '' ? [] : [{ label: say(key), value }]);
  return [
    {
      label: say('issuer'),
      name: isolated(issuer.name[locale]),
      facts: fact('taxId', issuer.taxId),
      address: isolated(issuer.address[locale]),
    },
    {
      label: say('merchant'),
      name: isolated(merchant.name[locale]),
      facts: [...fact('taxId', merchant.taxId), ...fact('commercialRegister', merchant.commercialRegister)],
      address: isolated(merchant.address),
    },
  ];
}

/** Builds the template's data of a credit note. */
export function creditNoteData(locale: Locale, note: FullNote): Record<string, unknown> {
  const say = sayIn(locale);
  const number = creditNumber(note.year, note.number);
  const invoice = invoiceNumber(note.invoiceYear, note.invoiceNumber);
  const total = note.feePiastres + note.vatPiastres;
  return {
    locale,
    title: `${number} · ${note.merchant.name[locale]}`,
    author: note.issuer.name[locale],
    heading: say('credit.heading'),
    number,
    parties: partiesOf(locale, note),
    facts: [
      { label: say('credit.number'), value: number, ltr: true },
      { label: say('issuedOn'), value: dayText(locale, note.issuedOn), ltr: false },
      { label: say('credit.of'), value: invoice, ltr: true },
    ],
    headings: ['what', 'count', 'base', 'vatRate', 'fee', 'vat', 'sum'].map((key) =>
      key === 'what' ? say('credit.what') : key === 'count' || key === 'base' ? '' : say(`column.${key}`),
    ),
    lines: [
      [
        say('corrections'),
        '',
        '',
        percent(note.vatBps),
        figure(note.feePiastres),
        figure(note.vatPiastres),
        figure(total),
      ],
    ],
    sums: [
      { label: say('fee'), amount: figure(note.feePiastres) },
      { label: say('vat'), amount: figure(note.vatPiastres) },
    ],
    total: { label: say('credit.total'), amount: say('money', { amount: figure(total) }) },
    notes: [`${say('credit.reason')} ${isolated(note.reason)}`, say('credit.given')],
    footer: say('footer', { issuer: note.issuer.name[locale], taxId: note.issuer.taxId }),
  };
}

/** Builds the template's data: formatted text and figures. */
export function invoiceData(locale: Locale, invoice: store.FullInvoice): Record<string, unknown> {
  const say = sayIn(locale);
  const { issuer, merchant, lines } = invoice;
  const number = invoiceNumber(invoice.year, invoice.number);
  const nameOf = (line: FeeLine) =>
    line.kind === 'payments' ? methodItem(locale, line.method).name : say('corrections');
  const customers = invoice.customerFeePiastres + invoice.customerVatPiastres;
  return {
    locale,
    title: `${number} · ${merchant.name[locale]}`,
    author: issuer.name[locale],
    heading: say('heading'),
    number,
    parties: partiesOf(locale, invoice),
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
