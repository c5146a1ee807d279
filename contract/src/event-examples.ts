import type { WebhookEventData, WebhookEventType } from './event-payloads.ts';
import { LATEST_VERSION } from './versions.ts';

const OWN = { merchant_reference: '1042', metadata: { branch: 'Zamalek' } };
const EGP = { id: 1, code: 'EGP' } as const;

type Data = { [T in WebhookEventType]?: WebhookEventData<T> };

/** An example of `data` for each kind of object; a test validates each against its schema. */
export const EVENT_DATA = {
  'payment.succeeded': {
    id: 91,
    reference: 'TRX-7K3M9Q2D',
    status: 1,
    subtotal: 450,
    total_amount: 450,
    currency: 'EGP',
    charged_amount: 450,
    value: 450,
    fee: 15.38,
    vat: 2.15,
    net: 432.47,
    payment_method: { id: 1, code: 'Card' },
    source: {
      kind: 'payment-link',
      id: 17,
      name: 'Order 1042',
      reference: 'LNK-4T8W2ZKC',
      ...OWN,
    },
    customer: { name: 'Mona Adel', email: 'mona@example.com', mobile: '01001234567' },
    card: { brand: 'visa', last4: '4242' },
    flags: [],
    failure_reason: null,
    created_at: '2027-06-15T08:59:12.000Z',
    paid_at: '2027-06-15T09:00:00.000Z',
  },
  'refund.succeeded': {
    id: 31,
    state: 'succeeded',
    transaction_id: 91,
    transaction_reference: 'TRX-7K3M9Q2D',
    amount: 120.5,
    currency: 'EGP',
    ...OWN,
  },
  'payout.requested': {
    id: 12,
    code: 'PAY-8Q4T2WZK',
    state: 'requested',
    transaction_id: 118,
    transaction_reference: 'TRX-5W9X2N6B',
    amount: 2500,
    currency: 'EGP',
    bank_account: 'CIB ****0002',
    reason: '',
  },
  'chargeback.opened': {
    id: 5,
    reference: 'CHB-3N8R5TQX',
    status: 0,
    transaction_id: 91,
    transaction_reference: 'TRX-7K3M9Q2D',
    amount: 450,
    currency: 'EGP',
    case_id: '4410025',
    reason_code: '13.1',
    stage: 'chargeback',
    due_date: '2027-07-06T21:59:00.000Z',
  },
  'invoice.created': {
    id: 8,
    reference: 'INV-9P2K7VXD',
    invoice_name: 'Rent of June',
    status: 1,
    total_amount: 12000,
    currency: EGP,
    paid_count: 0,
    ...OWN,
    customers_count: 1,
    due_date: '2027-06-30T21:59:00.000Z',
  },
  'payment-link.created': {
    id: 17,
    reference: 'LNK-4T8W2ZKC',
    invoice_name: 'Order 1042',
    status: 2,
    total_amount: 450,
    currency: EGP,
    paid_count: 0,
    ...OWN,
    max_payment_count: 1,
    due_date: '2027-12-31T21:59:00.000Z',
    min_amount: null,
    max_amount: null,
    min_quantity: 1,
    max_quantity: 1,
  },
  'order.created': {
    id: 44,
    reference: 'ORD-6M3Q8WTZ',
    status: 'UNPAID',
    fulfilment: 'new',
    amount: 900,
    currency: 'EGP',
    customer_name: 'Mona Adel',
    customer_email: 'mona@example.com',
    customer_phone: '01001234567',
    ...OWN,
  },
} as const satisfies Data;

export type EventExample = keyof typeof EVENT_DATA;

/** A webhook message in the newest version. */
export const EVENT_EXAMPLE = {
  id: 7,
  type: 'payment.succeeded',
  version: LATEST_VERSION,
  timestamp: '2027-06-15T09:00:00.000Z',
  mode: 'test',
  data: EVENT_DATA['payment.succeeded'],
} as const;
