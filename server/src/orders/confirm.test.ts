/** The code that confirms a shopper's number: of one form and one number, for ten minutes and five tries. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { readOutbox } from '../messages/outbox.ts';
import type { Scope } from '../platform/context.ts';
import { type Confirming, purgeOrderCodes, sendOrderCode, verifyOrderCode } from './confirm.ts';

const FROM = { address: '127.0.0.1' };

let daftar: TestServer;
let store: Scope;
let who: Confirming;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());

let serial = 0;
const form = (): Confirming => {
  serial += 1;
  return { submissionKey: `form-${serial}`, mobile: `010${82_000_000 + serial}`, locale: 'en' };
};
beforeEach(async () => {
  store = { merchantId: (await daftar.merchant()).merchantId, mode: 'live' };
  who = form();
});

const send = (to = who) => sendOrderCode(daftar.app, store, to, FROM);
const judge = (code: string, of = who, scope = store) => verifyOrderCode(daftar.app, scope, of, code);
const sentTo = async (mobile: string) =>
  (await readOutbox(daftar.app, { to: mobile, limit: 100 })).map(({ text }) => /\d{6}/.exec(text)![0]);
const codeOf = async ({ mobile } = who) => (await sentTo(mobile))[0]!;
const wrong = (code: string) => (code === '000000' ? '000001' : '000000');

describe('tries', () => {
  test('four wrong ones leave the code valid, the fifth invalidates it', async () => {
    await send();
    const code = await codeOf();
    for (let tries = 1; tries <= 4; tries += 1) expect(await judge(wrong(code))).toBe('wrong');
    expect(await judge(code)).toBe('right');
    expect(await judge(wrong(code))).toBe('wrong');
    expect(await judge(code)).toBe('none');
    expect(await judge(wrong(code))).toBe('none');
  });

  test('at the same moment are each counted', async () => {
    await send();
    const code = await codeOf();
    const verdicts = await Promise.all(Array.from({ length: 8 }, () => judge(wrong(code))));
    expect(verdicts.filter((verdict) => verdict === 'wrong')).toHaveLength(5);
    expect(await judge(code)).toBe('none');
  });

  test('start again with the next code', async () => {
    await send();
    for (let tries = 0; tries < 5; tries += 1) await judge(wrong(await codeOf()));
    daftar.clock.advance({ seconds: 90 });
    expect(await send()).toBe(true);
    expect(await judge(wrong(await codeOf()))).toBe('wrong');
    expect(await judge(await codeOf())).toBe('right');
  });

  test('of an expired code use up nothing: only wrong guesses count for the number', async () => {
    await send();
    const code = await codeOf();
    for (let tries = 0; tries < 5; tries += 1) await judge(wrong(code));
    const most = daftar.app.config.limits.codeGuessesPerHour;
    for (let tries = 0; tries < most; tries += 1) expect(await judge(code)).toBe('none');
  });

  test('of an expired code are answered even when the number has no guess left', async () => {
    const most = daftar.app.config.limits.codeGuessesPerHour;
    await send();
    const first = await codeOf();
    for (let tries = 0; tries < 5; tries += 1) await judge(wrong(first));
    let others = 5;
    while (others < most) {
      const other = { ...form(), mobile: who.mobile };
      daftar.clock.advance({ seconds: 90 });
      await send(other);
      for (let tries = 0; tries < 5 && others < most; tries += 1, others += 1)
        await judge(wrong(await codeOf()), other);
    }
    expect(await judge(first)).toBe('none');
  });
});

describe('time', () => {
  test('a code is valid for ten minutes and expires exactly then', async () => {
    await send();
    const code = await codeOf();
    daftar.clock.advance({ seconds: 599.999 });
    expect(await judge(code)).toBe('right');
    daftar.clock.advance({ seconds: 0.001 });
    expect(await judge(code)).toBe('none');
  });

  test('another is sent after 90 seconds, not before; an unsent one is not counted', async () => {
    expect(await send()).toBe(true);
    daftar.clock.advance({ seconds: 89.999 });
    for (let times = 0; times < 10; times += 1) expect(await send()).toBe(false);
    daftar.clock.advance({ seconds: 0.001 });
    expect(await send()).toBe(true);
    expect(await sentTo(who.mobile)).toHaveLength(2);
  });

  test('expired codes are deleted, valid ones are kept', async () => {
    await send();
    daftar.clock.advance({ minutes: 9 });
    const later = form();
    await send(later);
    daftar.clock.advance({ minutes: 2 });
    await purgeOrderCodes(daftar.app);
    const kept = await daftar.database.sql`
      select submission_key as key from order_codes where merchant_id = ${store.merchantId}`;
    expect(kept.map(({ key }) => key)).toEqual([later.submissionKey]);
    expect(await judge(await codeOf(later), later)).toBe('right');
  });
});

describe('the scope of a code', () => {
  test('is its own form, number, store and mode', async () => {
    await send();
    const code = await codeOf();
    const other = form();
    await send(other);
    if ((await codeOf(other)) !== code) expect(await judge(code, other)).toBe('wrong');
    expect(await judge(code, { ...who, submissionKey: 'unknown' })).toBe('none');
    expect(await judge(code, { ...who, mobile: other.mobile })).toBe('moved');
    const { merchantId } = await daftar.merchant();
    expect(await judge(code, who, { merchantId, mode: 'live' })).toBe('none');
    expect(await judge(code, who, { ...store, mode: 'test' })).toBe('none');
    expect(await judge(code)).toBe('right');
  });

  test('a form that changes its number is sent a code there at once, and the former one expires', async () => {
    await send();
    const old = await codeOf();
    const moved = { ...who, mobile: form().mobile };
    expect(await send(moved)).toBe(true);
    expect(await judge(old)).toBe('moved');
    expect(await judge(await codeOf(moved), moved)).toBe('right');
  });

  test('wrong tries of one form leave the codes of others unchanged', async () => {
    const other = form();
    await send();
    await send(other);
    for (let tries = 0; tries < 5; tries += 1) await judge(wrong(await codeOf()));
    expect(await judge(await codeOf(other), other)).toBe('right');
  });
});
