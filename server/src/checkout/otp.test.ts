/** The one-time code of a payment: sent once, valid for its own attempt only, and exactly until the promised moment. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestCheckout, type TestCheckout } from '../../tests/kit/checkout.ts';
import { readOutbox } from '../messages/outbox.ts';
import { sendFirstCode, sendNextCode, verifyCode } from './otp.ts';
import { applyOutcome } from './outcomes.ts';
import { cancelAttempt } from './service.ts';
import { type AttemptRow, findAttemptByToken } from './store.ts';

let checkout: TestCheckout;
let merchant: number;
beforeAll(async () => {
  checkout = await startTestCheckout();
});
afterAll(() => checkout.close());
beforeEach(async () => {
  merchant = await checkout.merchant();
});

let serial = 0;
/** A payer to whose wallet a code was sent. */
async function start(of = merchant) {
  serial += 1;
  const mobile = `0111${String(serial).padStart(7, '0')}`;
  const { token } = await checkout.link(of);
  const { location } = await checkout.post(`/pay/${token}`, { method: '3', wallet_mobile: mobile });
  const attemptToken = location!.split('/').at(-1)!;
  const attempt = async () => (await findAttemptByToken(checkout.app.db, of, attemptToken)) as AttemptRow;
  const sent = async () =>
    (await readOutbox(checkout.app, { to: mobile, limit: 100 })).map(
      ({ text }) => /\b\d{6}\b/.exec(text)![0],
    );
  return {
    mobile,
    location: location!,
    attempt,
    sent,
    code: async () => (await sent())[0]!,
    judge: async (code: string) => verifyCode(checkout.app, await attempt(), code),
    resend: async () => sendNextCode(checkout.app, await attempt()),
  };
}
const wrong = (code: string) => (code === '000000' ? '000001' : '000000');

describe('the first code', () => {
  test('is sent once, however often it is requested, and remains valid', async () => {
    const payer = await start();
    const code = await payer.code();
    const attempt = await payer.attempt();
    await Promise.all(Array.from({ length: 3 }, () => sendFirstCode(checkout.app, attempt, payer.mobile)));
    expect(await payer.sent()).toEqual([code]);
    expect(await payer.judge(code)).toBe('right');
  });

  test('is not sent for a payment that has ended', async () => {
    const payer = await start();
    const attempt = await payer.attempt();
    await cancelAttempt(checkout.app, attempt);
    await sendFirstCode(checkout.app, attempt, payer.mobile);
    expect(await payer.sent()).toHaveLength(1);
    expect((await payer.attempt()).state).toBe('canceled');
  });
});

describe('the next code', () => {
  test('is sent 90 seconds after the last one, not a moment earlier', async () => {
    const payer = await start();
    checkout.clock.advance({ seconds: 89.999 });
    expect(await payer.resend()).toBe(false);
    checkout.clock.advance({ seconds: 0.001 });
    expect(await payer.resend()).toBe(true);
    expect(await payer.resend()).toBe(false);
    expect(await payer.sent()).toHaveLength(2);
  });

  test('does not reset the tries', async () => {
    const payer = await start();
    for (let tries = 1; tries <= 4; tries += 1)
      expect(await payer.judge(wrong(await payer.code()))).toBe('wrong');
    checkout.clock.advance({ seconds: 90 });
    expect(await payer.resend()).toBe(true);
    expect(await payer.judge(wrong(await payer.code()))).toBe('dead');
    expect(await payer.judge(await payer.code())).toBe('none');
  });

  test('is not sent once the payer’s time is over, nor for a payment that has ended', async () => {
    const late = await start();
    checkout.clock.advance({ minutes: 15 });
    expect(await late.resend()).toBe(false);
    const ended = await start();
    await applyOutcome(checkout.app, await ended.attempt(), {
      state: 'succeeded',
      reference: 'P-1',
      receivedPiastres: 10_000,
      disputes: false,
    });
    checkout.clock.advance({ seconds: 90 });
    expect(await ended.resend()).toBe(false);
    expect([await late.sent(), await ended.sent()].map(({ length }) => length)).toEqual([1, 1]);
  });

  test('of one payer leaves the code of another unchanged', async () => {
    const [one, other] = [await start(), await start()];
    const code = await other.code();
    checkout.clock.advance({ seconds: 90 });
    expect(await one.resend()).toBe(true);
    expect(await other.sent()).toEqual([code]);
    expect(await other.judge(code)).toBe('right');
  });
});

describe('a code', () => {
  test('is valid for ten minutes and expires exactly then', async () => {
    const payer = await start();
    checkout.clock.advance({ seconds: 599.999 });
    expect(await payer.judge(await payer.code())).toBe('right');
    checkout.clock.advance({ seconds: 0.001 });
    expect(await payer.judge(await payer.code())).toBe('none');
  });

  test('is valid only within the payer’s time, however late it was sent', async () => {
    const payer = await start();
    checkout.clock.advance({ minutes: 14 });
    expect(await payer.resend()).toBe(true);
    checkout.clock.advance({ seconds: 59.999 });
    expect(await payer.judge(await payer.code())).toBe('right');
    checkout.clock.advance({ seconds: 0.001 });
    expect(await payer.judge(await payer.code())).toBe('none');
  });

  test('is valid at the fifth try, after four wrong ones', async () => {
    const payer = await start();
    const code = await payer.code();
    for (let tries = 1; tries <= 4; tries += 1) expect(await payer.judge(wrong(code))).toBe('wrong');
    expect(await payer.judge(code)).toBe('right');
    expect(await payer.judge(code)).toBe('none');
  });

  test('belongs to its payment: wrong tries of another do not count, and the code of another is wrong', async () => {
    const [one, other] = [await start(), await start()];
    const [code, theirs] = [await one.code(), await other.code()];
    for (let tries = 0; tries < 5; tries += 1) await other.judge(wrong(theirs));
    if (theirs !== code) expect(await one.judge(theirs)).toBe('wrong');
    expect((await one.attempt()).otpTries).toBe(theirs === code ? 0 : 1);
    expect(await one.judge(code)).toBe('right');
  });
});

test('each payer of a merchant sees their own payment, whoever else pays', async () => {
  const payers = [await start(), await start(), await start(await checkout.merchant())];
  const rows = await checkout.sql<{ token: string; reference: string }[]>`
    select a.token, t.reference from transactions t
      join payment_attempts a on a.transaction_id = t.id and a.merchant_id = t.merchant_id`;
  for (const payer of payers) {
    const { token, reference } = await payer.attempt();
    expect(reference).toBe(rows.find((row) => row.token === token)!.reference);
    const page = (await checkout.get(payer.location)).view!.page;
    expect(page).toMatchObject({ kind: 'attempt', attempt: { reference } });
  }
  expect(
    new Set(await Promise.all(payers.map(async (payer) => (await payer.attempt()).reference))).size,
  ).toBe(3);
});
