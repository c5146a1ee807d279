/** Sample data for previews: a payment, an invoice and products, in the preview's language. */
import type { BrandPreviewForm } from '@daftar/contract/brand';
import type { MethodView, PayPage } from '@daftar/contract/checkout';
import type { StorePage } from '@daftar/contract/storefront';
import type * as z from 'zod/mini';
import type { composeReceipt } from '../checkout/receipt.ts';
import type { documentData } from '../invoices/document.ts';
import { translate } from '../platform/i18n/translate.ts';

type PaidFacts = Parameters<typeof composeReceipt>[0];
type DocumentFacts = Parameters<typeof documentData>[0];
type Locale = z.output<typeof BrandPreviewForm>['locale'];

const AMOUNT_PIASTRES = 45_000;
const DAY_MILLISECONDS = 86_400_000;
const NO_TOKEN = 'preview';

const say = (locale: Locale, key: string) => translate(locale, `brand.sample.${key}`);
const method = (id: 1 | 3 | 4, code: MethodView['code'], rest: Pick<MethodView, 'collects' | 'pays'>) => ({
  id,
  code,
  chargePiastres: AMOUNT_PIASTRES,
  customerFeePiastres: 0,
  ...rest,
});

/** Returns a payment page before anything is entered. */
export function payPage(locale: Locale, now: Date): PayPage {
  return {
    kind: 'open',
    payable: {
      kind: 'payment-link',
      reference: 'LNK-0000000',
      title: say(locale, 'title'),
      description: '',
      currency: 'EGP',
      subtotal: AMOUNT_PIASTRES,
      tax: 0,
      fees: 0,
      total: AMOUNT_PIASTRES,
      charged: null,
      choice: null,
      dueDate: new Date(now.getTime() + 7 * DAY_MILLISECONDS).toISOString(),
      billTo: null,
    },
    methods: [
      method(1, 'Card', { collects: 'card', pays: 'here' }),
      method(3, 'MobileWallet', { collects: 'wallet-mobile', pays: 'here' }),
      method(4, 'Kiosk', { collects: 'nothing', pays: 'code' }),
    ],
    asks: [],
    values: {},
    errors: {},
    notice: null,
    form: NO_TOKEN,
    paid: null,
    underWay: null,
    challenge: null,
  };
}

/** Returns the first page of a store. */
export function shopPage(locale: Locale): StorePage {
  const products = (['one', 'two', 'three', 'four'] as const).map((name, at) => ({
    id: at + 1,
    name: say(locale, `product.${name}`),
    pricePiastres: 12_500 + at * 4_000,
    picture: null,
    available: at === 3 ? 0 : 10,
  }));
  const query = { q: '', category: null, sub: null, sort: 'newest' } as const;
  return { kind: 'list', query, products, page: 1, lastPage: 1, total: products.length };
}

/** Returns an unpaid invoice. */
export function invoiceFacts(
  locale: Locale,
  merchant: { id: number; name: string },
  now: Date,
): DocumentFacts {
  return {
    merchantId: merchant.id,
    merchantName: merchant.name,
    mode: 'live',
    token: NO_TOKEN,
    reference: 'INV-0000000',
    invoiceName: say(locale, 'title'),
    description: '',
    currency: 'EGP',
    amount: AMOUNT_PIASTRES,
    feesBps: 0,
    taxBps: 0,
    fees: 0,
    tax: 0,
    total: AMOUNT_PIASTRES,
    valuePiastres: AMOUNT_PIASTRES,
    rateScaled: 1_000_000,
    dueAt: new Date(now.getTime() + 7 * DAY_MILLISECONDS),
    createdAt: now,
    language: locale === 'en' ? 2 : 1,
    status: 1,
    shareStatus: 'unpaid',
    paidAt: null,
    transactionReference: null,
    customerName: say(locale, 'customer'),
    customerEmail: 'm•••@example.com',
    customerMobile: '0100•••4567',
  };
}

/** Returns a payment that has just succeeded. */
export function paidFacts(locale: Locale, merchant: { id: number; name: string }, now: Date): PaidFacts {
  return {
    merchantId: merchant.id,
    transactionId: 0,
    mode: 'live',
    reference: 'TRX-0000000',
    merchantName: merchant.name,
    sourceKind: 'payment-link',
    payableId: null,
    sourceName: say(locale, 'title'),
    sourceReference: null,
    method: 1,
    chargedPiastres: AMOUNT_PIASTRES,
    flags: [],
    paidAt: now,
    receiptPath: `/pay/${NO_TOKEN}`,
    attempt: null,
    locale,
    name: say(locale, 'customer'),
    email: 'payer@example.com',
    mobile: '',
  };
}
