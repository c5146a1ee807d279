/**
 * The data of an invoice document, formatted in the invoice's language. Both the PDF template and the printable page
 * are rendered from it, so that they agree.
 */
import type { BrandView } from './brand.ts';

type Locale = 'ar' | 'en';

/** A label and its value. */
export interface DocumentFact {
  label: string;
  value: string;
}

/** A line of the total. */
export interface DocumentLine {
  label: string;
  amount: string;
}

export interface InvoiceDocumentData {
  locale: Locale;
  title: string;
  merchant: string;
  heading: string;
  reference: string;
  labels: { billTo: string; item: string; amount: string; total: string };
  billTo: { name: string; email: string; mobile: string };
  facts: DocumentFact[];
  /** `colour` as #rrggbb. */
  status: { text: string; colour: string };
  name: string;
  description: string;
  subtotal: string;
  lines: DocumentLine[];
  total: string;
  /** In EGP, when the invoice has another currency. */
  charged: DocumentLine | null;
  /** The total in words, in both languages, the invoice's own first. */
  words: { locale: Locale; text: string }[];
  /** Instructions for paying; null if nothing is owed. `qr` is an SVG. */
  pay: { qr: string; heading: string; hint: string; url: string } | null;
  /** The colour of names and lines on paper, #rrggbb. */
  accent: string;
  footer: string;
  /** The merchant's own footer of its documents; null if it has none. */
  own: { locale: Locale; text: string } | null;
  /** In test mode, the notice across the page that it is no real invoice; null in live mode. */
  test: string | null;
}

/** The data of the printable page. */
export interface InvoicePage {
  token: string;
  logoUrl: string | null;
  brand: BrandView | null;
  document: InvoiceDocumentData;
}
