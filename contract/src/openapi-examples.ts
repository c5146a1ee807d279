import type { WebhookEventData } from './webhooks.ts';

/** Example payloads of webhook events; a test validates each against its schema. */
export const EVENT_EXAMPLE: {
  type: 'payment.succeeded';
  timestamp: string;
  mode: 'live' | 'test';
  data: WebhookEventData<'payment.succeeded'>;
} = {
  type: 'payment.succeeded',
  timestamp: '2027-06-15T09:00:00.000Z',
  mode: 'test',
  data: {
    id: 91,
    reference: 'TRX-7K3M9Q2D',
    status: 1,
    amount: 450,
    value: 450,
    fee: 15.38,
    vat: 2.15,
    net: 432.47,
    currency: 'EGP',
    payment_method: 1,
    source: {
      kind: 'payment-link',
      id: 17,
      name: 'Order 1042',
      reference: 'LNK-4T8W2ZKC',
      merchant_reference: '1042',
      metadata: { branch: 'Zamalek' },
    },
    customer: { name: 'Mona Adel', email: 'mona@example.com', mobile: '01001234567' },
    card: { brand: 'visa', last4: '4242' },
    flags: [],
    failure_reason: null,
    created_at: '2027-06-15T08:59:12.000Z',
    paid_at: '2027-06-15T09:00:00.000Z',
  },
};

const INVOICE = {
  invoice_name: 'Rent of June',
  currency_id: 1,
  amount: '12000.00',
  due_date: '2027-06-30T21:59:00Z',
  payment_methods: [1, 5],
  language: 1,
  customers: [42],
  notify_by_email: true,
};
const PRODUCT = {
  product_name: 'Cotton shirt',
  product_code: 'SH-001',
  description: 'Long sleeves, of Egyptian cotton',
  price: '450.00',
  weight: '0.3',
  in_stock: 20,
  category_id: 3,
  sub_category_id: 7,
};
const CATEGORY = { category: 'Clothes', sub_category: ['Shirts', 'Scarves'] };

const OWN = { merchant_reference: '1042', merchant_reference_unique: true, metadata: { branch: 'Zamalek' } };

/** Example bodies of calls; a test validates each against its schema. */
export const EXAMPLES: Readonly<Record<string, Record<string, unknown>>> = {
  'webhook-endpoints.create': {
    url: 'https://shop.example/hooks',
    name: 'Accounting',
    events: ['payment.succeeded', 'refund.succeeded'],
  },
  'webhook-endpoints.update': { events: ['payment.succeeded'], is_active: true },
  'webhook-endpoints.rotate': { grace_hours: 24 },
  'webhook-endpoints.resend': { from: '2026-06-15T08:00:00Z', to: '2026-06-15T10:00:00Z', state: 3 },
  'simulator.payment': { scenario: 'payment-succeeded', link: 'LNK-4T8W2ZKC' },
  'simulator.money': { scenario: 'settlement' },
  'simulator.transaction': { scenario: 'chargeback-opened' },
  'payment-links.create': {
    invoice_name: 'Order 1042',
    description: 'Two cotton shirts',
    currency_id: 1,
    amount: '450.00',
    due_date: '2027-12-31T21:59:00Z',
    payment_methods: [1, 3],
    language: 1,
    max_payment_count: 1,
    success_url: 'https://shop.example.com/thanks?order=1042',
    merchant_reference: '1042',
    metadata: { branch: 'Zamalek' },
  },
  'customers.create': {
    name: 'Mona Adel',
    email: 'mona@example.com',
    mobile: '01001234567',
    description: 'Prefers WhatsApp',
  },
  'customers.update': {
    customerId: 42,
    name: 'Mona Adel',
    email: 'mona@example.com',
    mobile: '01001234567',
    description: 'Prefers e-mail',
  },
  'customer-page.addNote': { text: 'Calls on Sundays' },
  'customer-page.editNote': { text: 'Calls on Mondays' },
  'customer-page.setTags': { tags: ['VIP', 'Wholesale'] },
  'customer-page.merge': {
    other: 43,
    keep: { name: 'this', email: 'this', mobile: 'other', nationalId: 'this', description: 'this' },
    confirmed: true,
  },
  'invoices.create': INVOICE,
  'invoices.update': INVOICE,
  'invoices.resend': { by_email: true, by_sms: false },
  'invoices.exportCsv': { invoices: null, format: 'xlsx' },
  'payment-links.exportCsv': { payLinks: [17, 18] },
  'refunds.amanInquiry': { Mobile: '01001234567', transactionReference: 'TRX-7K3M9Q2D' },
  'refunds.amanSendOtp': { MobileNumber: '01001234567' },
  'refunds.amanRefund': {
    Mobile: '01001234567',
    transactionReference: 'TRX-7K3M9Q2D',
    OTP: '482913',
    amount: '120.50',
  },
  'api-keys.startCheckout': { link: 'LNK-4T8W2ZKC' },
  'orders.fulfil': { order_number: 'ORD-9B5X2MQ4', fulfilment: 'shipped', note: 'With the courier' },
  'orders.cashReceived': { order_number: 'ORD-9B5X2MQ4' },
  'brand.save': {
    colour: '#0f5f5c',
    coverPath: '',
    footerEn: 'Exchange within 14 days',
    footerAr: 'الاستبدال خلال 14 يومًا',
  },
  'form-templates.create': {
    form: 'payment-links',
    name: 'Workshop deposit',
    values: { invoice_name: 'Deposit', amount: '250.00', language: 1 },
  },
  'form-templates.rename': { name: 'Deposit' },
  'saved-views.create': {
    list: 'transactions',
    name: 'Failed this week',
    query: { status: '2', sort_by: 'created_at', sort_type: 'desc' },
    period: 'last7',
  },
  'categories.create': CATEGORY,
  'categories.update': { category_id: 3, ...CATEGORY },
  'products.create': { ...PRODUCT, product_images: ['Q2h1cm4.png'] },
  'products.update': {
    product_id: 12,
    ...PRODUCT,
    in_stock_before: 18,
    product_images_url: ['/media/Q2h1cm4'],
  },
  'products.removeUpload': { path: 'Q2h1cm4.png' },
  'products.removeImage': { url: '/media/Q2h1cm4' },
  'products.saveOptions': { pay_now: true, cash_on_delivery: true, confirm_phones: true },
  'refunds.create': { amount: '120.50', reason: 'One shirt came back', merchant_reference: 'R-1042' },
  'payment-links.setOwnFields': OWN,
  'invoices.setOwnFields': OWN,
  'customers.setOwnFields': { merchant_reference: 'C-42' },
  'orders.setOwnFields': OWN,
  'refunds.setOwnFields': { metadata: { reason: 'size' } },
  'payouts.request': { amount: '5000.00' },
  'chargebacks.answer': { answer: 'Delivered on 3 June, signed for by the customer.' },
  'webhooks.rotate': { grace_hours: 24 },
};
