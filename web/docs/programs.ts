/** The calls that the pages by goal show as programs. A test follows each page in each language, in this order. */
import type { DocsView } from '@daftar/contract/docs';
import { type CodeLanguage, codeOf, LANGUAGES } from './code.ts';

interface Program {
  /** `operationId` */
  operation: string;
  path?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  body?: object;
  /** Of a call that takes an `Idempotency-Key`: what the reader's software would take. */
  number?: string;
}

/** Each page has an order of its own, beside that of the quick start: a reader follows one after the other. */
const LINK = {
  invoice_name: 'Order 1043',
  description: 'Two cotton shirts',
  currency_id: 1,
  amount: '450.00',
  due_date: '2027-12-31T21:59:00Z',
  language: 1,
  max_payment_count: 1,
  merchant_reference: '1043',
  merchant_reference_unique: true,
};

const PROGRAMS: Readonly<Record<string, Program>> = {
  'card-link': { operation: 'paymentLinksCreate', body: LINK, number: 'order-1043' },
  'card-find': { operation: 'paymentLinksDetails', path: { id: '17' } },
  'card-pay': {
    operation: 'simulatorPayment',
    body: { scenario: 'payment-succeeded', link: 'LNK-4T8W2ZKC' },
  },
  'card-read': { operation: 'transactionsDetails', path: { id: '91' } },
  'card-refund': {
    operation: 'refundsCreate',
    path: { id: '91' },
    body: { amount: '120.50', reason: 'One shirt came back', merchant_reference: 'R-1043' },
    number: 'refund-1043',
  },
  'erp-customer': {
    operation: 'customersCreate',
    body: {
      name: 'Mona Adel',
      email: 'mona@example.com',
      mobile: '01001234567',
      merchant_reference: 'C-2201',
      merchant_reference_unique: true,
    },
    number: 'customer-C-2201',
  },
  'erp-invoice': {
    operation: 'invoicesCreate',
    body: {
      invoice_name: 'Rent of June',
      currency_id: 1,
      amount: '12000.00',
      due_date: '2027-06-30T21:59:00Z',
      language: 1,
      customers: [42],
      notify_by_email: true,
      merchant_reference: 'SO-3344',
      merchant_reference_unique: true,
    },
    number: 'invoice-SO-3344',
  },
  'erp-find': { operation: 'invoicesList', query: { merchant_reference: 'SO-3344' } },
  'erp-paid': { operation: 'transactionsList', query: { merchant_reference: 'SO-3344', status: '1' } },
  'erp-changed': {
    operation: 'transactionsList',
    query: { updated_since: '2026-06-01T00:00:00Z', sort_by: 'updated_at', sort_type: 'asc', limit: '100' },
  },
  'erp-settlements': { operation: 'settlementsList', query: { limit: '100' } },
  'shop-link': {
    operation: 'paymentLinksCreate',
    body: {
      ...LINK,
      invoice_name: 'Order 1044',
      merchant_reference: '1044',
      success_url: 'https://shop.example.com/thanks?order=1044',
      cancel_url: 'https://shop.example.com/basket',
    },
    number: 'basket-1044',
  },
  'shop-paid': { operation: 'transactionsList', query: { merchant_reference: '1044', status: '1' } },
};

/** A program in every language. @throws if the API has no such call */
export function programOf(name: string, { document, origin }: DocsView): [CodeLanguage, string][] {
  const program = PROGRAMS[name];
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (!program || operation.operationId !== program.operation) continue;
      const address = path.replace(/\{(\w+)\}/g, (_, each: string) => program.path?.[each] ?? '');
      const query = new URLSearchParams(program.query).toString();
      const code = {
        method: method.toUpperCase(),
        url: `${origin}${'servers' in operation ? '/api' : '/api/sandbox'}${address}${query === '' ? '' : `?${query}`}`,
        secret: 'DAFTAR_SECRET_KEY',
        ...(program.body ? { body: program.body } : {}),
        hasFile: false,
        idempotencyKey: program.number ?? null,
        givesFile: false,
      };
      return LANGUAGES.map((language) => [language, codeOf(language, code)]);
    }
  }
  throw new Error(`There is no program ${name}`);
}
