import type {
  AttemptState,
  AttemptView,
  CheckoutLocale,
  ChoiceView,
  ClosedReason,
  FailureReason,
  MethodView,
  PayableView,
  PayPage,
  PayView,
} from '@daftar/contract/checkout';
import type { InvoiceDocumentData } from '@daftar/contract/invoice-document';

const PAYABLE: PayableView = {
  kind: 'payment-link',
  reference: 'PL-20261121-0042',
  title: 'تورتة Nile',
  description: 'فانيليا وفستق',
  currency: 'EGP',
  subtotal: 240_000,
  tax: 33_600,
  fees: 5_000,
  total: 278_600,
  charged: null,
  dueDate: '2026-12-01T21:59:59Z',
  choice: null,
  billTo: null,
};

export const AMOUNT: ChoiceView = {
  kind: 'amount',
  chosen: 240_000,
  least: 5_000,
  most: 500_000,
  suggested: [10_000, 240_000],
};
export const QUANTITY: ChoiceView = { kind: 'quantity', chosen: 3, least: 1, most: 20, each: 80_000 };

const method = (id: MethodView['id'], code: MethodView['code'], fee: number): MethodView => ({
  id,
  code,
  chargePiastres: 278_600 + fee,
  customerFeePiastres: fee,
  collects: code === 'Card' ? 'card' : id === 2 || id === 3 ? 'wallet-mobile' : 'nothing',
  pays: id < 4 ? 'here' : 'code',
});
export const METHODS: MethodView[] = [
  method(1, 'Card', 9_064),
  method(2, 'AmanCard', 9_064),
  method(3, 'MobileWallet', 4_120),
  method(4, 'Kiosk', 1_500),
  method(5, 'InstaPay', 0),
];

const ATTEMPT: AttemptView = {
  id: 'a1',
  reference: 'PAY-7F3K92QX',
  state: 'awaiting',
  method: 'Kiosk',
  quantity: 1,
  chargePiastres: 278_600,
  receivedPiastres: null,
  uncounted: null,
  expiresAt: '2026-11-21T12:15:00Z',
  secondsLeft: 899,
  code: '904817263',
  inWallet: false,
  redirect: null,
  sentTo: null,
  triesLeft: null,
  resendSeconds: null,
  codeSentTo: null,
  obsolete: null,
  failure: null,
  mayStillBePaid: false,
  isKnown: true,
  card: null,
  paidAt: null,
  payer: {},
  returnUrl: 'https://shop.example/thanks',
  canSimulate: true,
  canRetry: true,
};

/** A view of a page, in test mode unless told. */
export function viewOf(locale: CheckoutLocale, page: PayPage, over: Partial<PayView> = {}): PayView {
  return {
    locale,
    token: 'tok_1',
    mode: 'test',
    sandbox: true,
    embedders: [],
    isFramed: false,
    merchant: { name: 'مخبوزات Nile', logoUrl: null, brand: null },
    page,
    ...over,
  };
}

type Open = Extract<PayPage, { kind: 'open' }>;

/** A payment page that can be paid. */
export function openPage(over: Partial<Open> = {}, payable: Partial<PayableView> = {}): Open {
  return {
    kind: 'open',
    payable: { ...PAYABLE, ...payable },
    methods: METHODS,
    asks: [],
    values: {},
    errors: {},
    notice: null,
    form: 'form_1.signature',
    paid: null,
    underWay: null,
    challenge: null,
    ...over,
  };
}

type Attempt = Extract<PayPage, { kind: 'attempt' }>;

/** The page of a payment under way. */
export function attemptPage(over: Partial<AttemptView> = {}, errors: Attempt['errors'] = {}): Attempt {
  const attempt = { ...ATTEMPT, ...over };
  return {
    kind: 'attempt',
    payable: PAYABLE,
    attempt,
    errors,
    notice: null,
    challenge: null,
    checked: null,
    goesOn: false,
  };
}

export const STATES: AttemptState[] = [
  'challenge',
  'otp',
  'redirect',
  'awaiting',
  'succeeded',
  'failed',
  'canceled',
  'expired',
];
export const FAILURES: FailureReason[] = [
  'declined',
  'insufficient_funds',
  'lost_card',
  'stolen_card',
  'expired_card',
  'incorrect_cvc',
  'processing_error',
  'authentication_failed',
  'wrong_code',
  'stopped',
  'canceled',
  'expired',
];
export const CLOSED: ClosedReason[] = [
  'expired',
  'inactive',
  'exhausted',
  'busy',
  'paid',
  'not-found',
  'unavailable',
  'limit',
  'error',
];

/** Every page the contract knows, by name. */
export function everyPage(): Record<string, PayPage> {
  const pages: Record<string, PayPage> = {
    open: openPage({ asks: ['name', 'email', 'phone', 'address'] }),
    'amount to decide': openPage({ notice: { key: 'ChoiceChanged' } }, { choice: AMOUNT }),
    'quantity to decide': openPage({}, { choice: QUANTITY, dueDate: null }),
    'open with errors': openPage({
      asks: ['name', 'email'],
      values: { name: 'منى', email: 'mona@' },
      errors: {
        '': [{ key: 'Invalid' }],
        method: [{ key: 'Required' }],
        email: [{ key: 'InvalidEmail' }],
        name: [{ key: 'TooLong', params: { maximum: 120 } }],
        card_number: [{ key: 'InvalidCard' }],
        card_expiry: [{ key: 'CardExpired' }],
      },
    }),
    'open in dollars': openPage(
      {},
      { kind: 'invoice', currency: 'USD', charged: { piastres: 13_583_500, rate: 48.7563 } },
    ),
    'open for a bill-to': openPage(
      {},
      { kind: 'invoice', billTo: { name: 'منى', email: 'm@x.eg', mobile: '01001234567' } },
    ),
    'open again after paying': openPage({
      paid: { id: 'a1', receivedPiastres: 278_600, uncounted: null, paidAt: '2026-11-21T12:05:00Z' },
    }),
    'open after paying a part': openPage({
      paid: { id: 'a1', receivedPiastres: 100_000, uncounted: 'partial', paidAt: '2026-11-21T12:05:00Z' },
    }),
    ...Object.fromEntries(
      (['partial', 'duplicate', 'canceled'] as const).map((uncounted) => [
        `receipt of money that is ${uncounted}`,
        attemptPage({ state: 'succeeded', receivedPiastres: 100_000, uncounted }),
      ]),
    ),
    ...Object.fromEntries(
      (['failed', 'canceled', 'expired'] as const).map((state) => [
        `code that is ${state}, and may have been paid`,
        attemptPage({ state, isKnown: false }),
      ]),
    ),
    'open with a code under way': openPage({ underWay: { id: 'a1', method: 'Kiosk' } }),
    'open with a payment under way': openPage({ underWay: { id: 'a1', method: 'Card' } }),
    'open without a method': openPage({ methods: [] }),
    instapay: attemptPage({ method: 'InstaPay', code: 'nile@instapay' }),
    'otp with an error': attemptPage(
      { state: 'otp', method: 'MobileWallet', sentTo: '010•••••567', triesLeft: 2 },
      { otp: [{ key: 'InvalidOtp' }] },
    ),
    'otp sent again': { ...attemptPage({ state: 'otp', sentTo: '010••••4567' }), notice: 'code-sent' },
    'otp asked for too often': { ...attemptPage({ state: 'otp' }), challenge: 'pay.1.a.b.c' },
    'otp asked for too early': attemptPage(
      { state: 'otp', resendSeconds: 40, triesLeft: 4 },
      {
        otp: [{ key: 'OtpWrong', params: { count: 4 } }],
        resend: [{ key: 'OtpTooSoon', params: { count: 40 } }],
      },
    ),
    'kiosk code sent': attemptPage({ codeSentTo: { phone: '010••••4567', email: 'm•••@x.eg' } }),
    'kiosk code kept': attemptPage({ codeSentTo: {} }),
    'kiosk code of no use': attemptPage({ obsolete: 'paid' }),
    'an end that nobody knows': attemptPage({ state: 'expired', method: 'Card', code: null, isKnown: false }),
    'a card whose answer is awaited': attemptPage({ method: 'Card', code: null, canSimulate: false }),
    'failed for good': attemptPage({ state: 'failed', canRetry: false, returnUrl: null }),
    'paid by card': attemptPage({
      state: 'succeeded',
      method: 'Card',
      card: { brand: 'visa', last4: '4242' },
      paidAt: '2026-11-21T12:05:00Z',
      payer: { name: 'منى', email: 'm@x.eg', phone: '01001234567' },
    }),
  };
  pages['paid in dollars'] = {
    ...attemptPage({ state: 'succeeded', method: 'InstaPay', code: null }),
    payable: { ...PAYABLE, currency: 'USD', charged: { piastres: 13_583_500, rate: 48.7563 } },
  };
  for (const state of STATES) pages[state] = attemptPage({ state, triesLeft: state === 'otp' ? 5 : null });
  for (const failure of FAILURES) pages[`failed: ${failure}`] = attemptPage({ state: 'failed', failure });
  for (const reason of CLOSED) {
    const payable = reason === 'not-found' ? null : PAYABLE;
    pages[`closed: ${reason}`] = { kind: 'closed', reason, payable };
  }
  return pages;
}

/** An unpaid invoice as a document. */
export function invoiceDocument(locale: CheckoutLocale): InvoiceDocumentData {
  const words = [
    { locale: 'ar', text: 'ألف ومئة جنيه مصري لا غير' },
    { locale: 'en', text: 'One thousand one hundred Egyptian pounds only' },
  ] as const;
  return {
    locale,
    title: 'INV-7K3M9Q2D · Nile Crafts',
    merchant: 'Nile Crafts',
    heading: 'Invoice',
    reference: 'INV-7K3M9Q2D',
    labels: { billTo: 'Bill to', item: 'Item', amount: 'Amount', total: 'Total' },
    billTo: { name: 'منى عادل', email: 'mona@example.com', mobile: '01012345678' },
    facts: [{ label: 'Due', value: '1 July 2026' }],
    status: { text: 'Unpaid', colour: '#8a5a00' },
    name: 'Dining table',
    description: 'Beech, with six chairs',
    subtotal: '1,000.00 EGP',
    lines: [{ label: 'Tax', amount: '100.00 EGP' }],
    total: '1,100.00 EGP',
    charged: null,
    words: locale === 'ar' ? [...words] : words.toReversed(),
    pay: {
      qr: '<svg xmlns="http://www.w3.org/2000/svg"/>',
      heading: 'Pay online',
      hint: 'Scan the code',
      url: 'https://daftar.example/pay/x',
    },
    accent: '#0f5c5c',
    own: null,
    footer: 'Nile Crafts issued this invoice through Daftar.',
    test: null,
  };
}
