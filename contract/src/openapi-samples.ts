/** Generates example replies from schemas; a test parses each by the contract. */
type Json = Record<string, unknown>;
type Schemas = Readonly<Record<string, Json>>;

const MOMENT = '2027-06-15T09:00:00.000Z';
const DAY = '2027-06-15';
const SUCCESS = 'Success';

/** Values by field; `Schema.field` where schemas differ. Amounts are those of one payment of 450 EGP. */
const VALUES: Readonly<Record<string, unknown>> = {
  statusCode: 200,
  message: SUCCESS,
  id: 17,
  reference: 'TRX-7K3M9Q2D',
  'PaymentLink.reference': 'LNK-4T8W2ZKC',
  'PaymentLinkDetails.reference': 'LNK-4T8W2ZKC',
  'Invoice.reference': 'INV-8R2P6XWD',
  'InvoiceDetails.reference': 'INV-8R2P6XWD',
  'CustomerInvoice.reference': 'INV-8R2P6XWD',
  'Order.reference': 'ORD-9B5X2MQ4',
  'OrderDetails.reference': 'ORD-9B5X2MQ4',
  'Settlement.reference': 'STL-3F7K9M2P',
  'Chargeback.reference': 'CHB-6W4T8Q2Z',
  'ChargebackDetails.reference': 'CHB-6W4T8Q2Z',
  'TransactionSource.reference': 'LNK-4T8W2ZKC',
  'TransactionDispute.reference': 'CHB-6W4T8Q2Z',
  transaction_reference: 'TRX-7K3M9Q2D',
  settlement_reference: 'STL-3F7K9M2P',
  external_reference: '2027061509000017',
  currency: 'EGP',
  code: 'EGP',
  'Payout.code': 'PAY-5M8Q2W7K',
  'PayoutDetails.code': 'PAY-5M8Q2W7K',
  'PayoutRequested.code': 'PAY-5M8Q2W7K',
  'TransactionPaymentMethod.code': 'Card',
  'TransactionPaymentMethod.name': 'Card',
  'PaymentMethod.code': 'Card',
  'PaymentMethod.name': 'Card',
  'Currency.name': 'Egyptian pound',
  'PaymentLinkPaymentMethod.name': 'Card',
  'InvoicePaymentMethod.name': 'Card',
  payment_method: 'Card',
  name: 'Mona Adel',
  'TransactionSource.name': 'Order 1042',
  'SubCategory.name': 'Shirts',
  'PayoutAccount.name': 'CIB ****0002',
  'StoredFile.name': 'delivery.pdf',
  'WebhookEndpoint.name': 'Shop',
  'WebhookEndpointSecret.name': 'Shop',
  customer_name: 'Mona Adel',
  creator_name: 'Karim Nabil',
  requested_by: 'Karim Nabil',
  opened_by: 'Karim Nabil',
  first_name: 'Karim',
  last_name: 'Nabil',
  email: 'mona@example.com',
  customer_email: 'mona@example.com',
  to: 'mona@example.com',
  mobile: '01001234567',
  phone: '01001234567',
  customer_phone: '01001234567',
  address: '12 Tahrir Street, Cairo',
  customer_adress: '12 Tahrir Street, Cairo',
  invoice_name: 'Order 1042',
  title: 'Order 1042',
  description: 'Two cotton shirts',
  excerpt: 'When will this payment be settled?',
  text: 'Order 1042',
  brand: 'visa',
  last4: '4242',
  link: 'https://pay.example.com/pay/4t8w2zkc',
  success_url: 'https://shop.example.com/thanks',
  cancel_url: 'https://shop.example.com/basket',
  url: 'https://shop.example.com/daftar',
  'InvoiceCustomer.url': 'https://pay.example.com/pay/8r2p6xwd',
  'OrderDetails.url': 'https://pay.example.com/store/order/9b5x2mq4',
  'CheckoutStarted.url': 'https://pay.example.com/pay/4t8w2zkc',
  'Product.url': 'https://pay.example.com/store/cotton/products/12',
  href: '/transactions/17',
  path: 'Q2h1cm4.png',
  type: 'payment.succeeded',
  object: 'payment',
  'StoredFile.type': 'application/pdf',
  sizeBytes: 48_213,
  version: '2026-11-26',
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  message_id: 'msg_2KWPBgLlAfxdpx2AI54pPJ85f4W',
  kind: 'succeeded',
  'InvoiceMessage.kind': 'sent',
  bank_account: 'CIB ****0002',
  bank_reference: 'FT27166XK3PQ',
  bank_name: 'CIB',
  account_name: 'Mona Adel',
  iban: 'EG38••••0002',
  business_type: 'corporate',
  business_email: 'hello@shop.example.com',
  merchant_name: 'Cotton Shop',
  'TransactionMerchant.name': 'Cotton Shop',
  product_name: 'Cotton shirt',
  product_code: 'SH-001',
  category: 'Clothes',
  sub_category: 'Shirts',
  ticket_number: 'TCK-2W9K4M7Q',
  reference_id: 'TRX-7K3M9Q2D',
  reason: 'One shirt came back',
  'Chargeback.reason': 'Goods not received',
  'ChargebackDetails.reason': 'Goods not received',
  'ChargebackNetworkReason.name': 'Merchandise/Services Not Received',
  reason_code: '13.1',
  case_id: '8812734501',
  answer: '',
  number: 'FI-2027-000041',
  'FeeInvoiceCreditNote.number': 'FC-2027-000003',
  month: '2027-06',
  issued_on: '2027-07-01',
  date: DAY,
  date_from: DAY,
  date_to: DAY,
  release_on: '2027-12-12',
  expected_settlement_date: '2027-06-17',
  due_date: '2027-12-31T21:59:00.000Z',
  creation_date: MOMENT,
  transaction_date: MOMENT,
  at: MOMENT,
  Result: SUCCESS,
  ResultMessage: SUCCESS,
  Comment: '',
  MinAmount: 1,
  MaxAmount: 450,
  total: 1,
  current_page: 1,
  last_page: 1,
  per_page: 10,
  amount: 450,
  total_amount: 450,
  value: 450,
  subtotal: 450,
  charged_amount: 450,
  fee: 15.38,
  vat: 2.15,
  net: 432.47,
  to_be_settled: 432.47,
  refunded_amount: 0,
  fixed_fees: 0,
  percentage_fees: 0,
  fixed_tax: 0,
  percentage_tax: 0,
  fees: 0,
  tax: 0,
  exchange_rate: 1,
  mdr: 2.75,
  fixed_fee: 3,
  merchant_id: 3,
  refundable_amount: 450,
  disputable_amount: 450,
  'Transaction.flags': [],
  'TransactionDetails.flags': [],
  'TransactionDetails.refunds': [],
  'Chargeback.evidence': [],
  'ChargebackDetails.evidence': [],
  'OrderDetails.other_payments': [],
  available_balance: 5_000,
  bank_amount: 432.47,
  reserved_amount: 0,
  'Settlement.amount': 432.47,
  'NextSettlement.amount': 432.47,
  'Refund.amount': 120.5,
  quantity: 1,
  min_quantity: 1,
  max_quantity: 1,
  customers_count: 1,
  paid_count: 0,
  last_status: 200,
  TransactionFeesOn: 'M',
  TransactionStatus: 1,
  PaymentLinkStatus: 2,
  LanguageId: 2,
  SettlementStatus: 2,
};

/** Fields that are null in a successful payment. */
const NULL =
  /^(?:failure_reason|pending_reason|finished_at|reversed_at|payout_state|payout_id|min_amount|max_amount|approval_id|approved_by|decided_\w+|first_yes_by|settings|avatar\w*|creator_avatar|attachment\w*|merchant_avater|avater|older|newer|previous_until|rests_until|reopen_until|dispute|reference_code|settlement_\w+|endpoint_id|next_attempt_at|events|expires_at|edited_at|transfer_reference|sent_at|hour)$/;

/** Returns an example of a schema; `owner` and `field` say where it is used. */
export function sampleOf(schema: Json, schemas: Schemas, owner = '', field = ''): unknown {
  const name = typeof schema.$ref === 'string' ? (schema.$ref.split('/').at(-1) ?? '') : '';
  if (name !== '') {
    const named = schemas[name] ?? {};
    if (Array.isArray(named.enum)) return VALUES[name] ?? VALUES[`${owner}.${field}`] ?? named.enum[0];
    return sampleOf(named, schemas, name, field);
  }
  const types = [schema.type].flat();
  const some = Array.isArray(schema.anyOf) ? (schema.anyOf as Json[]) : [];
  const canBeNull = types.includes('null') || some.some(({ type }) => type === 'null');
  if (canBeNull && NULL.test(field)) return null;
  if (some[0]) return sampleOf(some[0], schemas, owner, field);
  if (schema.properties) {
    return Object.fromEntries(
      Object.entries(schema.properties as Record<string, Json>).map(([key, each]) => [
        key,
        sampleOf(each, schemas, owner, key),
      ]),
    );
  }
  const listed = VALUES[`${owner}.${field}`];
  if (schema.items && Array.isArray(listed)) return listed;
  if (schema.items) return [sampleOf(schema.items as Json, schemas, owner, field)];
  if ('const' in schema) return schema.const;
  return plainOf(schema, types, `${owner}.${field}`, field);
}

function plainOf(schema: Json, types: unknown[], key: string, field: string): unknown {
  const known = VALUES[key] ?? VALUES[field];
  const type = types[0];
  const fits = typeof known === (type === 'integer' ? 'number' : type);
  if (known !== undefined && fits) return known;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (schema.format === 'date-time') return MOMENT;
  if (schema.format === 'date') return DAY;
  if (type === 'integer' || type === 'number') return Number(schema.minimum ?? 0);
  if (type === 'boolean') return false;
  if (type === 'object') return {};
  if (type === 'null') return null;
  return types.includes('null') ? null : '';
}
