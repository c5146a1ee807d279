import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serverRoot } from '../../platform/paths.ts';
import { FakeClock } from '../../platform/time/clock.ts';
import type { AccountSettings, PaymentOrder, RefundOrder, Step } from '../gateway.ts';
import { type HttpClient, httpClient } from '../http.ts';
import { brandOf, GATEWAY_CODES, meaningOf } from './codes.ts';
import { mpgs } from './index.ts';
import { type MpgsStandIn, startStandIn } from './stand-in.ts';

const never = new AbortController().signal;
const REF = 'P0000000000000000001';
const KEY = 'R0000000000000000001';
const secretOf = (secret: string) => ({ 'x-notification-secret': secret });

let clock: FakeClock;
let standIn: MpgsStandIn;
const log = pino({ level: 'silent' });
const open = (settings: AccountSettings = standIn.settings, http: HttpClient = httpClient()) =>
  mpgs.open(settings, { clock, log, http });

beforeEach(async () => {
  clock = new FakeClock('2026-06-15T09:00:00Z');
  standIn = await startStandIn({ clock, retryMilliseconds: 1 });
});
afterEach(() => standIn.close());

const orderOf = (more: Partial<PaymentOrder> = {}): PaymentOrder => ({
  merchantId: 7,
  externalRef: REF,
  method: 1,
  amountPiastres: 20050,
  currency: 'EGP',
  expiresAt: new Date(clock.now().getTime() + 15 * 60_000),
  ids: {},
  mode: 'test',
  reference: 'TRX-7K3M9Q2D',
  description: 'Two shirts',
  merchantName: 'Nile Shirts',
  locale: 'en',
  payer: { name: 'Mona Adel', email: 'mona@example.com', mobile: '01012345678' },
  walletMobile: null,
  card: null,
  returnUrl: 'https://pay.example.com/pay/return/abc?lang=ar',
  notificationUrl: 'https://pay.example.com/pay/callbacks/abc',
  ...more,
});
const refundOf = (more: Partial<RefundOrder> = {}): RefundOrder => ({
  ...orderOf(),
  refundKey: KEY,
  refundPiastres: 20050,
  refundedBeforePiastres: 0,
  othersAreUnknown: false,
  receivedPiastres: 20050,
  paymentReference: `${REF}/1`,
  paidAt: clock.now(),
  isRepeated: false,
  bankAccount: null,
  reason: '',
  ...more,
});

/** Starts the order and returns the address of the payer's page. */
async function pageOf(more: Partial<PaymentOrder> = {}): Promise<string> {
  const { step } = await open().start(orderOf(more), never);
  if (step.state !== 'redirect') throw new Error(step.state);
  return step.url;
}
const post = (url: string, fields: Record<string, string>) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
/** Enters a card on the payer's page. */
const enter = (url: string, number: string, expiry: string, code = '100') =>
  post(url.split('?')[0]!, { number, expiry, code });
const stepOf = async (): Promise<Step | undefined> => (await open().ask(orderOf(), never))?.step;
const refundsTold = async () => (await open().ask(orderOf(), never))?.refunds ?? [];

/** Returns a gateway whose every answer is this one. */
const answered = (json: unknown, status = 200) =>
  open(standIn.settings, async () => ({ status, text: JSON.stringify(json), json }));
const bare = {
  result: 'SUCCESS',
  merchant: 'TESTDAFTAR',
  id: REF,
  status: 'CAPTURED',
  currency: 'EGP',
  amount: 200.5,
  totalCapturedAmount: 200.5,
  totalRefundedAmount: 0,
};
const payment = (more: object = {}, transaction: object = {}) => ({
  result: 'SUCCESS',
  response: { gatewayCode: 'APPROVED' },
  transaction: { id: '1', type: 'PAYMENT', amount: '200.50', currency: 'EGP', ...transaction },
  ...more,
});

describe('an account', () => {
  const live = (credentials: object, baseUrl = 'https://nbe.gateway.mastercard.com'): AccountSettings => ({
    ...standIn.settings,
    mode: 'live',
    baseUrl,
    credentials: { ...standIn.settings.credentials, ...credentials },
  });

  it('of a test profile is refused in live mode, and any other in test mode', () => {
    expect(mpgs.validateSettings(live({ merchantId: 'TESTNILE' }))).toEqual({
      'credentials.merchantId': [{ key: 'mpgs.testProfile' }],
    });
    expect(mpgs.validateSettings({ ...live({ merchantId: 'NILE' }), mode: 'test' })).toEqual({
      'credentials.merchantId': [{ key: 'mpgs.notATestProfile' }],
    });
    expect(mpgs.validateSettings(live({ merchantId: 'NILE' }))).toEqual({});
    expect(mpgs.validateSettings({ ...live({ merchantId: 'TESTNILE' }), mode: 'test' })).toEqual({});
  });

  it.each([
    'https://test-nbe.gateway.mastercard.com',
    'https://qnbalahli.test.gateway.mastercard.com',
    'https://test-gateway.mastercard.com',
    'https://mtf.gateway.mastercard.com',
    'https://test-nbk.mtf.gateway.mastercard.com',
  ])('at %s is refused in live mode', (baseUrl) => {
    expect(mpgs.validateSettings(live({ merchantId: 'NILE' }, baseUrl))).toEqual({
      baseUrl: [{ key: 'mpgs.testHost' }],
    });
  });

  it('is told what is wrong with it in both languages', () => {
    for (const locale of ['en', 'ar']) {
      const texts = JSON.parse(readFileSync(join(serverRoot, 'locales', locale, 'mpgs.json'), 'utf8'));
      expect(Object.keys(texts).sort()).toEqual(['notATestProfile', 'testHost', 'testProfile']);
    }
  });

  it.each(['', 'a/b', 'a b', '../x', 'م', 'x'.repeat(41)])('cannot have the merchant ID %j', (merchantId) => {
    expect(mpgs.credentials.merchantId?.schema.safeParse(merchantId).success).toBe(false);
  });
});

describe('the gateway codes', () => {
  it.each(['en', 'ar'])('of a decline have a sentence for the payer in %s', (locale) => {
    const path = join(serverRoot, '../web/locales', locale, 'pay.json');
    const texts = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>;
    const reasons = GATEWAY_CODES.map(meaningOf).flatMap((one) =>
      typeof one === 'object' ? [one?.reason] : [],
    );
    expect(reasons.length).toBeGreaterThan(15);
    for (const reason of [...reasons, 'processing_error'])
      expect(texts[`failure.${reason}`]).toMatch(/\S{2}/);
  });

  it.each<readonly [string, string]>([
    ['INSUFFICIENT_FUNDS', 'insufficient_funds'],
    ['EXPIRED_CARD', 'expired_card'],
    ['INVALID_CSC', 'incorrect_cvc'],
    ['DECLINED_CSC', 'incorrect_cvc'],
    ['AUTHENTICATION_FAILED', 'authentication_failed'],
    ['NOT_ENROLLED_3D_SECURE', 'authentication_failed'],
    ['ABORTED', 'canceled'],
    ['CANCELLED', 'canceled'],
    ...[
      'DECLINED',
      'DECLINED_DO_NOT_CONTACT',
      'DECLINED_AVS',
      'DECLINED_AVS_CSC',
      'DECLINED_PAYMENT_PLAN',
      'REFERRED',
      'BLOCKED',
      'NOT_SUPPORTED',
      'EXCEEDED_RETRY_LIMIT',
    ].map((code) => [code, 'declined'] as const),
  ])('%s is %s', async (gatewayCode, reason) => {
    const transaction = [payment({ result: 'FAILURE', response: { gatewayCode } })];
    const order = { ...bare, status: 'FAILED', totalCapturedAmount: 0, transaction };
    const report = await answered(order).ask(orderOf(), never);
    expect(report?.step).toEqual({ state: 'failed', reason, mayStillBePaid: true });
  });

  it.each(['TIMED_OUT', 'ACQUIRER_SYSTEM_ERROR', 'SYSTEM_ERROR', 'UNSPECIFIED_FAILURE', 'LOCK_FAILURE'])(
    '%s is pending until the payer’s time is over, then an error of processing',
    async (gatewayCode) => {
      const transaction = [payment({ result: 'FAILURE', response: { gatewayCode } })];
      const gateway = answered({ ...bare, status: 'FAILED', totalCapturedAmount: 0, transaction });
      const order = orderOf();
      expect((await gateway.ask(order, never))?.step).toEqual({ state: 'pending', word: gatewayCode });
      clock.advance({ minutes: 15 });
      expect((await gateway.ask(order, never))?.step).toEqual({
        state: 'failed',
        reason: 'processing_error',
        mayStillBePaid: true,
      });
    },
  );

  it.each([
    'PENDING',
    'SUBMITTED',
    'UNKNOWN',
    'APPROVED_PENDING_SETTLEMENT',
    'DEFERRED_TRANSACTION_RECEIVED',
  ])('%s is pending', async (gatewayCode) => {
    const transaction = [payment({ result: 'PENDING', response: { gatewayCode } })];
    const order = { ...bare, status: 'FAILED', totalCapturedAmount: 0, transaction };
    clock.advance({ days: 1 });
    expect((await answered(order).ask(orderOf(), never))?.step).toEqual({ state: 'pending' });
  });

  it.each(['constructor', '__proto__', 'NEW_WORD', ''])('%j is none that we know', (code) => {
    expect(meaningOf(code)).toBeNull();
  });
});

describe('an order that answers', () => {
  const ask = async (more: object) =>
    (await answered({ ...bare, transaction: [payment()], ...more }).ask(orderOf(), never))?.step;

  it('with money is paid; the totals decide, not the word of one transaction', async () => {
    expect(await ask({})).toMatchObject({
      state: 'succeeded',
      reference: `${REF}/1`,
      receivedPiastres: 20050,
    });
    expect(await ask({ totalCapturedAmount: '0.00', status: 'FAILED' })).toEqual({ state: 'pending' });
  });

  it('in another currency is pending', async () => {
    expect(await ask({ currency: 'USD' })).toEqual({ state: 'pending', word: 'currency USD' });
  });

  it.each(['PENDING', 'UNKNOWN', 'NEW_WORD'])('with the result %s is pending', async (result) => {
    expect(await ask({ result })).toEqual({ state: 'pending', word: result });
  });

  it.each(['APPROVED_PENDING_SETTLEMENT', 'NEW_CODE'])(
    'with money by a payment that is %s is pending',
    async (code) => {
      const transaction = [payment({ response: { gatewayCode: code } })];
      expect(await ask({ transaction })).toEqual({ state: 'pending', word: code });
    },
  );

  it('with money that is only authorized is pending', async () => {
    const more = { status: 'AUTHORIZED', totalCapturedAmount: 0, totalAuthorizedAmount: 200.5 };
    expect(await ask(more)).toEqual({ state: 'pending', word: 'AUTHORIZED' });
  });

  it.each([
    ['about another order', { id: 'P0000000000000000002' }],
    ['of another merchant profile', { merchant: 'TESTOTHER' }],
    ['with money that no payment brought', { transaction: [] }],
    ['with an amount that is no amount', { totalCapturedAmount: '2e2' }],
    ['with a negative amount', { totalCapturedAmount: -1 }],
    ['without its totals', { totalCapturedAmount: undefined }],
  ])('%s is no answer', async (_what, more) => {
    await expect(ask(more)).rejects.toMatchObject({ name: 'ProcessorError', kind: 'unknown' });
  });

  it('that it was voided is paid and refunded, whether or not its total says so', async () => {
    const taken = payment({}, { id: `${KEY}-V`, type: 'VOID_PAYMENT', targetTransactionId: '1' });
    for (const totalCapturedAmount of [0, 200.5]) {
      const order = { ...bare, status: 'CANCELLED', totalCapturedAmount, transaction: [payment(), taken] };
      const report = await answered(order).ask(orderOf(), never);
      expect(report?.step).toMatchObject({ state: 'succeeded', receivedPiastres: 20050 });
      expect(report?.refunds).toEqual([
        { id: `${REF}/${KEY}-V`, refundKey: KEY, amountPiastres: 20050, state: 'refunded', word: 'APPROVED' },
      ]);
    }
  });

  it('that a refund was taken back says so', async () => {
    const given = payment({}, { id: KEY, type: 'REFUND' });
    const back = payment({}, { id: '3', type: 'VOID_REFUND', targetTransactionId: KEY });
    const report = await answered({ ...bare, transaction: [payment(), given, back] }).ask(orderOf(), never);
    expect(report?.refunds).toMatchObject([{ refundKey: KEY, state: 'reversed' }]);
  });

  it('with a chargeback has no case of it, and stays paid', async () => {
    const order = {
      ...bare,
      status: 'CHARGEBACK_PROCESSED',
      chargeback: { amount: 200.5 },
      transaction: [payment()],
    };
    const report = await answered(order).ask(orderOf(), never);
    expect(report?.step).toMatchObject({ state: 'succeeded', disputes: false });
    expect(report?.disputes).toBeUndefined();
    const unnamed = { kind: 'dispute', amountPiastres: 20_050, word: 'chargeback.amount 200.5' };
    expect(report?.unnamed).toEqual([unnamed]);
    const none = await answered({ ...order, chargeback: { amount: 0 } }).ask(orderOf(), never);
    expect(none?.unnamed).toBeUndefined();
  });

  it('gives the ids that a statement is matched by, each unique over the account', async () => {
    const more = { authorizationCode: '123456', receipt: '612345678901', acquirer: { batch: 20260615 } };
    const report = await answered({ ...bare, transaction: [payment({}, more)] }).ask(orderOf(), never);
    expect(report?.ids).toEqual([
      { kind: 'transaction', value: `${REF}/1` },
      { kind: 'receipt', value: '612345678901' },
      { kind: 'authorizationCode', value: `123456/${REF}` },
      { kind: 'batch', value: `20260615/${REF}` },
    ]);
  });
});

describe("the payer's page", () => {
  it.each(['en', 'ar'] as const)('is a form in %s that says that it is a test', async (locale) => {
    const reply = await fetch(await pageOf({ locale, merchantName: 'Nile & <Sons>' }));
    const page = await reply.text();
    expect(page).toContain(`<html lang="${locale}" dir="${locale === 'ar' ? 'rtl' : 'ltr'}">`);
    expect(page).toContain(locale === 'ar' ? 'صفحة تجريبية' : 'Test page');
    expect(page).toContain('Nile &amp; &lt;Sons&gt;');
    expect(page).not.toContain('stand-in-mpgs.');
    expect(page).not.toContain('<script');
    expect(page).toContain('200.50 EGP');
  });

  it('takes a test card, and sends the payer back with the indicator of the session', async () => {
    const reply = await enter(await pageOf(), '5123 4500 0000 0008', '01/39');
    expect(reply.status).toBe(303);
    const back = new URL(reply.headers.get('location')!);
    expect(back.href.startsWith('https://pay.example.com/pay/return/abc?lang=ar&')).toBe(true);
    expect(back.searchParams.get('resultIndicator')).toMatch(/^\w{16}$/);
    expect(await stepOf()).toEqual({
      state: 'succeeded',
      reference: `${REF}/1`,
      receivedPiastres: 20050,
      disputes: false,
      card: { brand: 'mastercard', last4: '0008', bin: '512345' },
    });
  });

  it.each(['4111111111111111', '5555555555554444', '4242 4242 4242 4242', ''])(
    'never takes %j, which is none of the documented cards',
    async (number) => {
      const reply = await enter(await pageOf(), number, '01/39');
      expect(reply.status).toBe(422);
      const page = await reply.text();
      expect(page).toContain('Only the test cards below are accepted');
      if (number) expect(page).not.toContain(number);
      expect(await stepOf()).toBeUndefined();
    },
  );

  it.each([
    ['05/39', '100', 'declined'],
    ['04/27', '100', 'expired_card'],
    ['01/39', '102', 'incorrect_cvc'],
  ])('declines the expiry %s with the code %s: %s; another card pays', async (expiry, code, reason) => {
    const url = await pageOf();
    expect(await (await enter(url, '5123450000000008', expiry, code)).text()).toContain('did not succeed');
    expect(await stepOf()).toEqual({ state: 'failed', reason, mayStillBePaid: true });
    expect((await enter(url, '4012000033330026', '01/39')).status).toBe(303);
    expect(await stepOf()).toMatchObject({ state: 'succeeded', reference: `${REF}/2` });
  });

  it.each(['08/28', '01/37', '02/37', '05/37'])('leaves a payment by the expiry %s open', async (expiry) => {
    await enter(await pageOf(), '5123450000000008', expiry);
    expect(await stepOf()).toMatchObject({ state: 'pending' });
  });

  it('sends the payer back after three declined tries', async () => {
    const url = await pageOf();
    const replies = [];
    for (let each = 0; each < 3; each += 1)
      replies.push((await enter(url, '5123450000000008', '05/39')).status);
    expect(replies).toEqual([200, 200, 303]);
  });

  it.each([
    ['approve', { state: 'succeeded', reference: `${REF}/2` }],
    ['decline', { state: 'failed', reason: 'authentication_failed', mayStillBePaid: true }],
  ])('asks the bank of one card, and goes by its answer: %s', async (answer, step) => {
    const url = await pageOf();
    const page = await (await enter(url, '4508750015741019', '01/39')).text();
    expect(await stepOf()).toEqual({ state: 'pending' });
    const path = /action="(\/checkout\/challenge\/\w+)"/.exec(page)?.[1];
    const reply = await post(`${standIn.url}${path}`, { answer });
    expect(reply.status).toBe(answer === 'approve' ? 303 : 200);
    expect(await stepOf()).toMatchObject(step);
    // One for the authentication, one for the payment.
    expect(standIn.takeNotifications()).toHaveLength(answer === 'approve' ? 2 : 1);
    expect((await post(`${standIn.url}${path}`, { answer })).status).toBe(404);
  });

  it('stays open when the payer gives up 3-D Secure', async () => {
    await enter(await pageOf(), '4508750015741019', '01/39');
    clock.advance({ hours: 2 });
    expect(await stepOf()).toEqual({ state: 'pending' });
  });

  it('takes no second payment of an order, and none after its time', async () => {
    const url = await pageOf();
    await enter(url, '5123450000000008', '01/39');
    expect(await (await enter(url, '5123450000000008', '01/39')).text()).toContain('paid already');
    const late = await pageOf({ externalRef: 'P0000000000000000002' });
    clock.advance({ minutes: 15 });
    expect(await (await enter(late, '5123450000000008', '01/39')).text()).toContain('run out');
    expect(standIn.books()).toHaveLength(1);
  });

  it('has a way back for who cancels, and money can still come', async () => {
    const url = await pageOf();
    const cancel = /href="(\/checkout\/cancel\/\w+)"/.exec(await (await fetch(url)).text())?.[1];
    const reply = await fetch(`${standIn.url}${cancel}`, { redirect: 'manual' });
    expect(reply.headers.get('location')).toBe('https://pay.example.com/pay/return/abc?lang=ar');
    expect(await stepOf()).toBeUndefined();
    expect((await enter(url, '5123450000000008', '01/39')).status).toBe(303);
  });
});

describe('a refund', () => {
  beforeEach(async () => {
    await pageOf();
    await standIn.act(REF, 'pay');
  });
  const refund = (more: Partial<RefundOrder> = {}) => open().refund(refundOf(more), never);

  it('of the whole payment on its day takes the payment back before the bank has booked it', async () => {
    expect(await refund()).toEqual({ state: 'refunded', id: `${REF}/${KEY}-V`, way: 'void' });
  });

  it('is made as a refund when the batch has gone to the acquirer', async () => {
    standIn.closeBatch('2026-06-15');
    expect(await refund()).toEqual({ state: 'refunded', id: `${REF}/${KEY}`, way: 'refund' });
    expect(await refundsTold()).toMatchObject([{ id: `${REF}/${KEY}`, refundKey: KEY, state: 'refunded' }]);
  });

  it.each(['declined', 'rejected', 'other-code'] as const)(
    'is made as a refund whatever way a VOID is refused: %s',
    async (how) => {
      standIn.closeBatch('2026-06-15', how);
      expect(await refund()).toEqual({ state: 'refunded', id: `${REF}/${KEY}`, way: 'refund' });
    },
  );

  it('that is refused as VOID and as REFUND tells an operator what the gateway said of both', async () => {
    standIn.closeBatch('2026-06-15', 'rejected');
    standIn.refundsAre('refused');
    expect(await refund()).toMatchObject({
      state: 'failed',
      explanation: expect.stringMatching(/^REFUND: DECLINED; VOID: REQUEST_REJECTED .*batch is closed/),
    });
  });

  it('whose VOID was not answered is no REFUND before the answer is known, also on the next day', async () => {
    const operations: string[] = [];
    const spy: HttpClient = (call) => {
      const { apiOperation } = (call.json ?? {}) as { apiOperation?: string };
      if (apiOperation) operations.push(apiOperation);
      return httpClient()(call);
    };
    const gateway = open(standIn.settings, spy);
    const paidAt = clock.now();
    standIn.fail('refund', 'error-before');
    await expect(gateway.refund(refundOf({ paidAt }), never)).rejects.toMatchObject({ kind: 'unknown' });
    expect(operations).toEqual(['VOID']);
    clock.set('2026-06-15T22:00:00Z');
    expect(await gateway.refund(refundOf({ paidAt, isRepeated: true }), never)).toMatchObject({
      state: 'refunded',
      way: 'refund',
    });
    expect(operations).toEqual(['VOID', 'VOID', 'REFUND']);
  });

  it('whose VOID was pending and then refused is made as a refund when it is asked about', async () => {
    standIn.refundsAre('pending');
    expect(await refund()).toMatchObject({ state: 'pending', way: 'void' });
    standIn.decideRefunds('refused');
    standIn.refundsAre('made');
    expect(await open().askRefund(refundOf({ isRepeated: true }), never)).toMatchObject({
      state: 'refunded',
      way: 'refund',
    });
    expect(standIn.books()[0]?.refundedPiastres).toBe(20050);
  });

  it('never tries to take back a part, what was refunded in part, or a payment of another day of Cairo', async () => {
    const calls: string[] = [];
    const spy: HttpClient = async (call) => {
      calls.push(
        `${call.method} ${(call.json as { apiOperation?: string } | undefined)?.apiOperation ?? ''}`,
      );
      return httpClient()(call);
    };
    const gateway = open(standIn.settings, spy);
    const first = refundOf({ refundPiastres: 50 });
    await gateway.refund(first, never);
    const rest = { refundKey: 'R0000000000000000002', refundPiastres: 100, refundedBeforePiastres: 50 };
    await gateway.refund(refundOf(rest), never);
    // 22:00 UTC is one in the morning of the next day in Cairo.
    const paidAt = clock.now();
    clock.set('2026-06-15T22:00:00Z');
    await gateway.refund(refundOf({ refundKey: 'R0000000000000000003', paidAt }), never);
    expect(calls.filter((call) => call.startsWith('PUT'))).toEqual(Array(3).fill('PUT REFUND'));
    expect(standIn.books()[0]?.refundedPiastres).toBe(150);
  });

  it('asked for again is looked for first', async () => {
    standIn.fail('refund', 'error-after');
    await expect(refund({ refundPiastres: 5025 })).rejects.toMatchObject({ kind: 'unknown' });
    const calls: string[] = [];
    const spy: HttpClient = (call) => {
      calls.push(call.method);
      return httpClient()(call);
    };
    const again = refundOf({ refundPiastres: 5025, isRepeated: true });
    expect(await open(standIn.settings, spy).refund(again, never)).toMatchObject({ state: 'refunded' });
    expect(calls).toEqual(['GET']);
  });

  it('whose id was used for another request is judged by what was made under it', async () => {
    await refund({ refundPiastres: 5025 });
    await expect(refund({ refundPiastres: 6000 })).rejects.toMatchObject({ kind: 'unknown' });
    expect(standIn.books()[0]?.refundedPiastres).toBe(5025);
  });

  it.each([
    ['another order', { order: { id: 'P0000000000000000002' } }, {}],
    ['another transaction', {}, { id: '9' }],
    ['another amount', {}, { amount: '50.26' }],
    ['another currency', {}, { currency: 'USD' }],
  ])('answered about %s is unknown', async (_what, more, transaction) => {
    const json = payment(
      { order: { id: REF }, ...more },
      { id: KEY, type: 'REFUND', amount: '50.25', ...transaction },
    );
    const asked = answered(json, 201).refund(refundOf({ refundPiastres: 5025 }), never);
    await expect(asked).rejects.toMatchObject({ kind: 'unknown' });
  });

  it('without an order at the gateway is unknown, and nothing is asked for', async () => {
    const other = refundOf({ externalRef: 'P0000000000000000009', isRepeated: true });
    await expect(open().refund(other, never)).rejects.toMatchObject({ kind: 'unknown' });
    await expect(open().askRefund(refundOf(), never)).rejects.toMatchObject({ kind: 'unknown' });
  });
});

describe('a notification', () => {
  it('is repeated until it is accepted, under the same id', async () => {
    const got: IncomingHttpHeaders[] = [];
    let accepted = () => {};
    const done = new Promise<void>((resolve) => {
      accepted = resolve;
    });
    const receiver = createServer((request, reply) => {
      got.push(request.headers);
      reply.statusCode = got.length < 3 ? 500 : 200;
      reply.end(() => got.length === 3 && accepted());
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const { port } = receiver.address() as { port: number };
    standIn.notifications = 'sent';
    await pageOf({ notificationUrl: `http://127.0.0.1:${port}/n` });
    await standIn.act(REF, 'pay');
    await done;
    await new Promise((resolve) => receiver.close(resolve));
    expect(got.map((one) => one['x-notification-attempt'])).toEqual(['1', '2', '3']);
    expect(new Set(got.map((one) => one['x-notification-id'])).size).toBe(1);
    expect(got[0]?.['x-notification-secret']).toBe(standIn.settings.notificationSecret);
  });

  it('is genuine with exactly the secret of the account, and never without one', () => {
    const raw = (headers: object) => ({
      method: 'POST' as const,
      query: [],
      body: '{}',
      headers: { ...headers },
    });
    const secret = standIn.settings.notificationSecret;
    expect(open().isGenuine(raw(secretOf(secret)))).toBe(true);
    for (const other of ['', `${secret} `, secret.slice(1), secret.toUpperCase()])
      expect(open().isGenuine(raw(secretOf(other))), other).toBe(false);
    expect(open().isGenuine(raw({ 'x-notification-secret': [secret] }))).toBe(false);
    const without = open({ ...standIn.settings, notificationSecret: '' });
    expect(without.isGenuine(raw(secretOf('')))).toBe(false);
  });

  it('of an order that was not made here concerns no payment', () => {
    const raw = { method: 'POST' as const, query: [], headers: { 'x-notification-id': 'n1' } };
    const read = (id: string) =>
      open().read({ ...raw, body: JSON.stringify({ order: { id }, transaction: { id: '1' } }) });
    expect(read('shop-77')).toEqual({ id: 'n1', events: [] });
    expect(read(REF)).toEqual({
      id: 'n1',
      events: [{ kind: 'payment', about: { externalRef: REF }, report: null }],
    });
  });
});

describe('the stand-in is as strict as the gateway', () => {
  const { settings } = { settings: () => standIn.settings };
  const call = async (method: string, path: string, json?: unknown, version = '100') => {
    const { merchantId, apiPassword } = settings().credentials;
    const reply = await fetch(`${standIn.url}/api/rest/version/${version}/merchant/${merchantId}/${path}`, {
      method,
      headers: {
        authorization: `Basic ${Buffer.from(`merchant.${merchantId}:${apiPassword}`).toString('base64')}`,
        'content-type': 'application/json',
      },
      ...(json === undefined ? {} : { body: typeof json === 'string' ? json : JSON.stringify(json) }),
    });
    return {
      status: reply.status,
      json: (await reply.json()) as { error?: { field?: string; validationType?: string } },
    };
  };
  const checkout = (order: object = {}, more: object = {}) => ({
    apiOperation: 'INITIATE_CHECKOUT',
    interaction: { operation: 'PURCHASE', merchant: { name: 'Nile' }, returnUrl: 'https://pay.example.com/' },
    order: { id: REF, amount: '1.00', currency: 'EGP', description: 'x', ...order },
    ...more,
  });

  it.each([
    ['order.amount', 'INVALID', checkout({ amount: '1' })],
    ['order.amount', 'INVALID', checkout({ amount: '0.00' })],
    ['order.amount', 'MISSING', checkout({ amount: undefined })],
    ['order.currency', 'INVALID', checkout({ currency: 'egp' })],
    ['order.id', 'INVALID', checkout({ id: 'x'.repeat(41) })],
    ['order.notificationUrl', 'INVALID', checkout({ notificationUrl: 'http://pay.example.com' })],
    ['order.colour', 'UNSUPPORTED', checkout({ colour: 'red' })],
    ['apiOperation', 'INVALID', checkout({}, { apiOperation: 'CREATE_CHECKOUT_SESSION' })],
  ])('refuses a session whose %s is %s', async (field, validationType, json) => {
    expect(await call('POST', 'session', json)).toMatchObject({
      status: 400,
      json: { result: 'ERROR', error: { cause: 'INVALID_REQUEST', field, validationType } },
    });
  });

  it('refuses what is not JSON, versions before Hosted Checkout’s, and orders that it does not know', async () => {
    expect((await call('POST', 'session', '{')).status).toBe(400);
    expect((await call('POST', 'session', checkout(), '62')).status).toBe(400);
    expect((await call('POST', 'session', checkout())).status).toBe(201);
    expect((await call('GET', `order/${REF}`)).status).toBe(400);
  });

  it('refuses another request under an id that is used, and repeats the answer of the same one', async () => {
    await pageOf();
    await standIn.act(REF, 'pay');
    const refund = (amount: string) => ({ apiOperation: 'REFUND', transaction: { amount, currency: 'EGP' } });
    const path = `order/${REF}/transaction/${KEY}`;
    const first = await call('PUT', path, refund('1.00'));
    const again = await call('PUT', path, refund('1.00'));
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.json).toEqual(first.json);
    expect((await call('PUT', path, refund('2.00'))).status).toBe(400);
    expect((await call('PUT', `order/${REF}/transaction/9`, refund('200.00'))).status).toBe(400);
    expect(standIn.books()[0]?.refundedPiastres).toBe(100);
  });
});

it('names the brands of cards as the contract does', () => {
  expect(['MASTERCARD', 'Visa', 'AMEX', 'MEEZA', 'JCB', undefined].map(brandOf)).toEqual([
    'mastercard',
    'visa',
    'amex',
    'meeza',
    'card',
    'card',
  ]);
});

it('calls no host outside Mastercard’s: the domains are those of its gateways', () => {
  const passes = (host: string) =>
    mpgs.domains.some((domain) => host === domain || host.endsWith(`.${domain}`));
  for (const host of [
    'banquemisr.gateway.mastercard.com',
    'cibpaynow.gateway.mastercard.com',
    'test-nbe.gateway.mastercard.com',
    'qnbalahli.test.gateway.mastercard.com',
    'eu-gateway.mastercard.com',
    'ap-gateway.mastercard.com',
    'na-gateway.mastercard.com',
    'test-gateway.mastercard.com',
    'mtf.gateway.mastercard.com',
  ])
    expect(passes(host), host).toBe(true);
  for (const host of [
    'mastercard.com',
    'www.mastercard.com',
    'evilgateway.mastercard.com',
    'gateway.mastercard.com.x.com',
  ])
    expect(passes(host), host).toBe(false);
});
