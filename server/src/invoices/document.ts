import { type BrandView, footerOf } from '@daftar/contract/brand';
import { type Hex, paletteOf } from '@daftar/contract/brand-colours';
import type { InvoiceDocumentData, InvoicePage } from '@daftar/contract/invoice-document';
import { INVOICE_STATUS } from '@daftar/contract/invoices';
import { maskEmail, maskMobile } from '@daftar/contract/masks';
import type { FigureText, WrittenParams } from '@daftar/contract/message-params';
import { RATE_SCALE } from '@daftar/contract/money';
import { type Branding, brandingOf } from '../branding/branding.ts';
import { originAt } from '../branding/origin.ts';
import { readFile } from '../files/index.ts';
import type { App } from '../platform/context.ts';
import { translate } from '../platform/i18n/translate.ts';
import { momentText } from '../platform/i18n/written.ts';
import { renderPdf } from '../platform/pdf/typst.ts';
import { localeOfLanguage, moneyText } from './compose.ts';
import { InvoiceNotFound } from './errors.ts';
import { type CopyRef, type DocumentFacts, findDocument } from './store-document.ts';
import { arabicMoney, englishMoney } from './words.ts';

/** A file with its name. */
export interface InvoiceDocument {
  pdf: Buffer;
  fileName: string;
}

/** Renders one customer's copy as a page to view and print. @throws InvoiceNotFound */
export async function printableOf(app: App, ref: CopyRef): Promise<InvoicePage> {
  const facts = await factsOf(app, ref);
  const { logo, brand, host } = await brandingOf(app.db, facts.merchantId);
  const payUrl = `${originAt(app, host)}/pay/${facts.token}`;
  const document = await documentData(facts, payUrl, brand);
  return { token: facts.token, logoUrl: logo?.address ?? null, brand, document };
}

/** Renders one customer's copy as a PDF, in the invoice's language. @throws InvoiceNotFound */
export async function documentOf(app: App, ref: CopyRef): Promise<InvoiceDocument> {
  const facts = await factsOf(app, ref);
  const face = await brandingOf(app.db, facts.merchantId);
  const payUrl = `${originAt(app, face.host)}/pay/${facts.token}`;
  const data = await documentData(facts, payUrl, face.brand);
  return {
    pdf: await renderDocument(data, await logoOf(app, facts.merchantId, face)),
    fileName: `${facts.reference}.pdf`,
  };
}

/**
 * Contact data is masked for readers with the public address, who may not be the customer: a forwarded receipt leads
 * there.
 */
async function factsOf(app: App, ref: CopyRef): Promise<DocumentFacts> {
  const facts = await findDocument(app.db, ref, app.clock.now());
  if (!facts) throw new InvoiceNotFound();
  if (!('token' in ref)) return facts;
  const { customerEmail, customerMobile } = facts;
  return { ...facts, customerEmail: maskEmail(customerEmail), customerMobile: maskMobile(customerMobile) };
}

/** A logo in the format of the template. */
export interface DocumentLogo {
  format: 'png' | 'jpg';
  bytes: number[];
}

/** Renders the document as a PDF, with or without a logo. */
export function renderDocument(data: InvoiceDocumentData, logo: DocumentLogo | null): Promise<Buffer> {
  return renderPdf('invoice', { ...data, logo });
}

/** Reads the logo; if that fails, the document is made without it. */
async function logoOf(app: App, merchantId: number, { logo }: Branding): Promise<DocumentLogo | null> {
  if (!logo) return null;
  try {
    const { content, type } = await readFile(app, { merchantId }, logo.path, 'small');
    return { format: type === 'image/png' ? 'png' : 'jpg', bytes: [...content] };
  } catch (error) {
    app.log.error({ err: error, merchantId }, 'the logo of an invoice cannot be read');
    return null;
  }
}

/** The status of a share as shown: the invoice's, but paid once this customer has paid. */
function statusOf(facts: DocumentFacts): { key: number; colour: string } {
  if (facts.shareStatus === 'paid') return { key: INVOICE_STATUS.paid, colour: '#17734a' };
  if (facts.shareStatus === 'canceled') return { key: INVOICE_STATUS.canceled, colour: '#a12b2b' };
  const colour = facts.status === INVOICE_STATUS.unpaid ? '#8a5a00' : '#5b6670';
  return { key: facts.status, colour };
}

const OUR_ACCENT = '#0f5c5c';

/** The colour of names and lines on paper. */
const accentOf = (brand: BrandView | null): string =>
  brand?.colour ? paletteOf(brand.colour as Hex, 'light').accent : OUR_ACCENT;

async function qrCode(url: string): Promise<string> {
  const { default: qr } = await import('qrcode');
  return qr.toString(url, { type: 'svg', margin: 0, errorCorrectionLevel: 'M' });
}

/** The template's data: formatted text and figures, in the invoice's language. */
export async function documentData(
  facts: DocumentFacts,
  payUrl: string,
  brand: BrandView | null = null,
): Promise<InvoiceDocumentData> {
  const locale = localeOfLanguage(facts.language);
  const say = (key: string, params?: WrittenParams) =>
    translate(locale, { key: `invoices.document.${key}`, ...(params && { params }) }, 'latin');
  const money = (amount: number, currency: string = facts.currency) => moneyText(locale, amount, currency);
  const percent = (key: 'tax' | 'fees', bps: number) =>
    bps === 0 ? say(key) : say(`${key}Percent`, { shareBps: bps });
  const status = statusOf(facts);
  const isOpen = status.key === INVOICE_STATUS.unpaid;
  const words = {
    en: { locale: 'en' as const, text: englishMoney(facts.total, facts.currency) },
    ar: { locale: 'ar' as const, text: arabicMoney(facts.total, facts.currency) },
  };
  const rate = facts.rateScaled / RATE_SCALE;
  return {
    locale,
    title: `${facts.reference} · ${facts.merchantName}`,
    merchant: facts.merchantName,
    heading: say('heading'),
    reference: facts.reference,
    labels: {
      billTo: say('billTo'),
      item: say('item'),
      amount: say('amount'),
      total: say('total'),
    },
    billTo: { name: facts.customerName, email: facts.customerEmail, mobile: facts.customerMobile },
    facts: [
      { label: say('issued'), value: momentText(locale, facts.createdAt) },
      { label: say('due'), value: momentText(locale, facts.dueAt) },
      ...(facts.paidAt ? [{ label: say('paidAt'), value: momentText(locale, facts.paidAt) }] : []),
      ...(facts.transactionReference ? [{ label: say('payment'), value: facts.transactionReference }] : []),
    ],
    status: { text: translate(locale, `invoiceStatus.${status.key}`), colour: status.colour },
    name: facts.invoiceName,
    description: facts.description,
    subtotal: money(facts.amount),
    lines: [
      { label: say('subtotal'), amount: money(facts.amount) },
      ...(facts.tax > 0 ? [{ label: percent('tax', facts.taxBps), amount: money(facts.tax) }] : []),
      ...(facts.fees > 0 ? [{ label: percent('fees', facts.feesBps), amount: money(facts.fees) }] : []),
    ],
    total: money(facts.total),
    charged:
      facts.currency === 'EGP'
        ? null
        : {
            label: say('charged', { rate: String(rate) as FigureText<'latin'>, currency: facts.currency }),
            amount: money(facts.valuePiastres, 'EGP'),
          },
    words: locale === 'ar' ? [words.ar, words.en] : [words.en, words.ar],
    pay: isOpen
      ? {
          qr: await qrCode(payUrl),
          heading: say('pay'),
          hint: say('payHint'),
          url: payUrl,
        }
      : null,
    accent: accentOf(brand),
    own: brand && footerOf(brand, locale),
    footer: say('footer', { merchant: facts.merchantName }),
    test: facts.mode === 'test' ? say('test') : null,
  };
}
