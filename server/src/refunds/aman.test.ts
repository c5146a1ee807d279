import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { differences, PAYER_MOBILE, type Paid, pay, rowOf } from '../../tests/kit/money.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { takeCode, takeGuess } from '../messages/code-limits.ts';
import { readOutbox } from '../messages/outbox.ts';
import { takeOutside } from '../messages/outside-limits.ts';
import { TooManyError } from '../platform/http/errors.ts';

let daftar: TestServer;
let owner: Actor;
let paid: Paid;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
beforeEach(async () => {
  // Every test requests codes for the same number, which gets five an hour.
  daftar.clock.advance({ hours: 2 });
  owner = await daftar.merchant();
  paid = await pay(daftar, owner, { method: 2 });
});

const post = (path: string, body: object, as = owner) =>
  daftar.call({ method: 'POST', path: `/merchant/hpp/aman-card-${path}`, mode: 'live', as, body });
const inquire = (Mobile = PAYER_MOBILE, transactionReference = paid.reference, as = owner) =>
  post('refund-inquiry', { Mobile, transactionReference }, as);
const resend = (MobileNumber = PAYER_MOBILE) => post('send-otp', { MobileNumber });
const give = (OTP: string, amount: unknown = '40.00', over: object = {}, as = owner) =>
  post(
    'partial-refund',
    { Mobile: PAYER_MOBILE, transactionReference: paid.reference, OTP, amount, ...over },
    as,
  );

async function code(): Promise<string> {
  const messages = await readOutbox(daftar.app, { merchantId: owner.merchantId });
  const sms = messages.find(({ channel }) => channel === 'sms');
  return /\d{6}/.exec(sms!.text)![0];
}
const wrong = (right: string) => (right === '000000' ? '111111' : '000000');

/** Moves the clock, with a fresh access token: they live for 15 minutes. */
async function later(by: { minutes?: number; seconds?: number }): Promise<void> {
  daftar.clock.advance(by);
  const token = await daftar.auth.tokens.sign(owner, daftar.clock.now());
  owner = { ...owner, token, headers: { authorization: `Bearer ${token}` } };
}

const FAILED = { statusCode: 200, Result: 'Failed', ResultID: -1, ResultMessage: 'The refund was not made' };

describe('the AmanCard flow', () => {
  test('checks the number, sends a code and refunds; all fields are at the top of the body', async () => {
    const asked = await inquire('+20111 234-5678');
    expect(asked.body).toEqual({
      statusCode: 200,
      message: 'We sent a 6-digit code to this number',
      Result: 'Success',
      ResultID: 0,
      ResultMessage: 'We sent a 6-digit code to this number',
      Comment: '',
      MinAmount: 0.01,
      MaxAmount: 100,
    });
    const done = await give(await code());
    expect(done.body).toMatchObject({ statusCode: 200, Result: 'Success', ResultID: 0, Comment: '' });
    expect(done.body.ResultMessage).toBe('The money was refunded');
    expect(await rowOf(daftar, paid.id)).toMatchObject({ status: 1, refunded: 4000 });
    expect((await inquire()).body.MaxAmount).toBe(60);
    expect((await give(await code(), 60)).body.ResultID).toBe(0);
    expect((await rowOf(daftar, paid.id)).status).toBe(3);
    expect((await inquire()).status).toBe(400);
    expect(await differences(daftar)).toEqual([]);
  });

  test('says when test mode has no SMS left, and does not wait for a code that was not sent', async () => {
    const { reference } = await pay(daftar, owner, { method: 2, mode: 'test' });
    const { merchantId } = owner;
    for (let n = 0; n < daftar.app.config.limits.trialMessagesPerHour; n += 1) {
      await takeOutside(daftar.app, daftar.app.db, { merchantId, mode: 'test', to: PAYER_MOBILE });
    }
    const body = { Mobile: PAYER_MOBILE, transactionReference: reference };
    const path = '/merchant/hpp/aman-card-refund-inquiry';
    const asked = await daftar.call({ method: 'POST', path, mode: 'test', as: owner, body });
    expect([asked.status, asked.body.message]).toEqual([
      400,
      expect.stringContaining('The code was not sent: in test mode'),
    ]);
    const sessions = await daftar.database.sql`select from refund_sessions where merchant_id = ${merchantId}`;
    expect(sessions).toHaveLength(0);
  });

  test.each([
    '+20 111 234 5678',
    '\u2066+20\u00a0111\u00a0234\u00a05678\u2069',
    '٠١١١٢٣٤٥٦٧٨',
    '0020 (11) 1234-5678',
  ])('accepts the payment’s number as a page shows it: %s', async (copied) => {
    expect((await inquire(copied)).body.Result).toBe('Success');
    expect((await give(await code(), 40, { Mobile: copied })).body.ResultID).toBe(0);
  });

  test('suggests the number that the payment was made with', async () => {
    const found = await daftar.call({
      path: `/merchant/transactions/${paid.id}/refunds`,
      mode: 'live',
      as: owner,
    });
    expect(found.body.data).toMatchObject({ way: 'aman', account: PAYER_MOBILE });
  });

  test('sends a number five codes an hour, however often it is checked', async () => {
    const answers = [];
    for (let n = 0; n < 6; n += 1) answers.push((await inquire()).status);
    expect(answers).toEqual([200, 200, 200, 200, 200, 429]);
    expect((await resend()).status).toBe(429);
    await later({ minutes: 61 });
    expect((await inquire()).status).toBe(200);
  });

  test('keeps its codes and guesses apart from those of payment pages', async () => {
    const { app } = daftar;
    for (let n = 0; n < 5; n += 1) await takeCode(app, PAYER_MOBILE, '198.51.100.7');
    const scope = { merchantId: owner.merchantId, mode: 'live' as const };
    for (let n = 0; n < 10; n += 1) await takeGuess(app, PAYER_MOBILE, scope);
    expect((await inquire()).status).toBe(200);
    expect((await give(await code())).body.ResultID).toBe(0);
    await expect(takeCode(app, PAYER_MOBILE, '198.51.100.8')).rejects.toThrow(TooManyError);
  });

  test('allows ten wrong codes an hour, however many codes are requested', async () => {
    const statuses = [];
    for (let asked = 0; asked < 3; asked += 1) {
      await inquire();
      const right = await code();
      for (let tries = 0; tries < 4; tries += 1) statuses.push((await give(wrong(right))).status);
    }
    expect(statuses).toEqual([...Array(10).fill(200), 429, 429]);
    expect((await give(await code())).status, 'a right one neither').toBe(429);
    await later({ minutes: 61 });
    await inquire();
    expect((await give(await code())).body.ResultID).toBe(0);
  });

  test('reports a wrong number, amount or code in Comment, and refunds nothing', async () => {
    expect((await inquire('01512345678')).body).toMatchObject({
      ...FAILED,
      Comment: 'This is not the number the payment was made with',
    });
    expect((await give('123456')).body).toMatchObject({ ...FAILED, Comment: 'Check the number first' });
    await inquire();
    const right = await code();
    expect((await give(right, 100.01)).body).toMatchObject({ ...FAILED, MaxAmount: 100 });
    expect((await give(right, 10, { Mobile: '01512345678' })).body).toMatchObject(FAILED);
    expect((await give(wrong(right))).body).toMatchObject({ ...FAILED, Comment: 'This code is incorrect' });
    expect((await rowOf(daftar, paid.id)).refunded).toBe(0);
  });

  test.each([
    [{ Mobile: '0111234567' }, 'Mobile'],
    [{ Mobile: '0111234567890123' }, 'Mobile'],
    [{ Mobile: '0111234567a' }, 'Mobile'],
    [{ OTP: '12345' }, 'OTP'],
    [{ OTP: '12345x' }, 'OTP'],
    [{ amount: 0 }, 'amount'],
    [{ amount: '1e1' }, 'amount'],
    [{ amount: 1.005 }, 'amount'],
    [{ transactionReference: '' }, 'transactionReference'],
  ])('answers 422 to the malformed %j', async (over, field) => {
    const answer = await give('123456', 10, over);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors)).toEqual([field]);
  });

  test('an unknown payment is 404, one that is not an AmanCard payment 400', async () => {
    expect((await inquire(PAYER_MOBILE, 'TRX-00000000')).status).toBe(404);
    expect((await inquire(PAYER_MOBILE, paid.reference, await daftar.merchant())).status).toBe(404);
    const card = await pay(daftar, owner);
    expect((await inquire(PAYER_MOBILE, card.reference)).status).toBe(400);
  });

  test('a code is invalid after five wrong tries, also concurrent ones, after ten minutes, and once used', async () => {
    await inquire();
    const right = await code();
    const tries = await Promise.all(Array.from({ length: 8 }, () => give(wrong(right))));
    expect(tries.filter(({ body }) => body.Comment === 'This code is incorrect')).toHaveLength(4);
    expect((await give(right)).body).toMatchObject(FAILED);
    await inquire();
    const second = await code();
    await later({ minutes: 10 });
    expect((await give(second)).body).toMatchObject(FAILED);
    await inquire();
    const third = await code();
    const both = await Promise.all([give(third, 10), give(third, 10)]);
    expect(both.map(({ body }) => body.ResultID).toSorted()).toEqual([-1, 0]);
    expect((await give(third, 10)).body).toMatchObject(FAILED);
    expect((await rowOf(daftar, paid.id)).refunded).toBe(1000);
  });

  test('a new code replaces the older one; another can be sent after 90 seconds, a new inquiry always', async () => {
    expect((await resend()).body).toMatchObject({ ...FAILED, Comment: 'Check the number first' });
    await inquire();
    const first = await code();
    await later({ seconds: 89 });
    expect((await resend()).body).toMatchObject({
      ...FAILED,
      Comment: 'You can ask for another code in one second',
    });
    await later({ seconds: 1 });
    expect((await resend('01512345678')).body).toMatchObject(FAILED);
    expect((await resend()).body).toMatchObject({ Result: 'Success', ResultID: 0 });
    const second = await code();
    if (first !== second) expect((await give(first)).body).toMatchObject(FAILED);
    expect((await inquire()).body.ResultID).toBe(0);
    const third = await code();
    if (second !== third) expect((await give(second)).body).toMatchObject(FAILED);
    expect((await give(third)).body.ResultID).toBe(0);
  });

  test('a code belongs to its user and its payment', async () => {
    const other = await pay(daftar, owner, { method: 2 });
    await inquire();
    const first = await code();
    const colleague = await daftar.colleague(owner, ['transaction-refund']);
    expect((await give(first, 10, {}, colleague)).body).toMatchObject(FAILED);
    expect((await give(first, 10, { transactionReference: other.reference })).body).toMatchObject(FAILED);
    expect((await give(first, 10)).body.ResultID).toBe(0);
  });

  test('two users with a code each never refund more than was paid, whatever was left when they asked', async () => {
    const colleague = await daftar.colleague(owner, ['transaction-refund']);
    await inquire();
    const first = await code();
    await inquire(PAYER_MOBILE, paid.reference, colleague);
    const second = await code();
    const both = await Promise.all([give(first, 60), give(second, 60, {}, colleague)]);
    expect(both.map(({ status, body }) => [status, body.ResultID]).toSorted()).toEqual([
      [200, -1],
      [200, 0],
    ]);
    const [slower, itsCode] = both[0]!.body.ResultID === -1 ? [owner, first] : [colleague, second];
    expect((await give(itsCode, 41, {}, slower)).body).toMatchObject({ ...FAILED, MaxAmount: 40 });
    // Down to the smallest possible amount.
    expect((await give(itsCode, 0.01, {}, slower)).body.ResultID).toBe(0);
    expect((await rowOf(daftar, paid.id)).refunded).toBe(6001);
    expect(await differences(daftar)).toEqual([]);
  });

  test('a used code is not sent again', async () => {
    await inquire();
    await give(await code());
    await later({ seconds: 90 });
    expect((await resend()).body).toMatchObject({ ...FAILED, Comment: 'Check the number first' });
  });

  test('the code itself is stored nowhere but in the message', async () => {
    await inquire();
    const sent = await code();
    const rows = await daftar.database
      .sql`select * from refund_sessions where merchant_id = ${owner.merchantId}`;
    expect(JSON.stringify(rows)).not.toContain(`"${sent}"`);
    expect(daftar.logged.join('\n')).not.toContain(sent);
  });
});
