/**
 * The invoice as a document: sentences and figures ready to be set, in the invoice's language. The PDF's template and the
 * printable page are both made of it, so they cannot say different things.
 */
type Locale = 'ar' | 'en';

/** A label and what stands beside it. */
export interface DocumentFact {
  label: string;
  value: string;
}

/** A line of the sum. */
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
  /** In EGP, when the invoice is in another currency. */
  charged: DocumentLine | null;
  /** The total in words, in both languages, the invoice's own first. */
  words: { locale: Locale; text: string }[];
  /** How to pay it; null when nothing is owed. `qr` is an SVG. */
  pay: { qr: string; heading: string; hint: string; url: string } | null;
  footer: string;
  /** Across the whole of it, in test mode: that it is no invoice. */
  test: string | null;
}

/** What the printable page is rendered from. */
export interface InvoicePage {
  token: string;
  logoUrl: string | null;
  document: InvoiceDocumentData;
}
