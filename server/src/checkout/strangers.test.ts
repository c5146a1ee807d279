/** Abuse of a payment page against others: sending codes, guessing them, trying cards. */
import { createHash } from 'node:crypto';
import { CHALLENGE_MAX } from '@daftar/contract/challenge';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  cardForm,
  GOOD_CARD,
  type Link,
  type PayReply,
  startTestCheckout,
  type TestCheckout,
} from '../../tests/kit/checkout.ts';
import { loadConfig } from '../config.ts';
import { readOutbox } from '../messages/outbox.ts';

const DECLINED = '4000000000000002';
const CHALLENGED = '4000000000003220';
const GOOD_CARDS = [GOOD_CARD, '5555555555554444', '5123450000000008'];

let checkout: TestCheckout;
beforeAll(async () => {
  checkout = await startTestCheckout({ limits: loadConfig({}).limits, sandboxLive: true });
});
afterAll(() => checkout.close());
beforeEach(() => checkout.clock.advance({ hours: 2 }));

let serial = 0;
const newNumber = () => {
  serial += 1;
  return `010${String(61_000_000 + serial)}`;
};
const newLink = async (options = {}) =>
  checkout.link(await checkout.merchant(), { mode: 'live', maxPaymentCount: 1_000, ...options });
/** Cards are entered on our page in test mode only, where a merchant’s limits are its own. */
const cardLink = async (merchantId?: number) =>
  checkout.link(merchantId ?? (await checkout.merchant()), { mode: 'test', maxPaymentCount: 1_000 });
const byWallet = (link: Link, number: string, headers = {}) =>
  checkout.post(`/pay/${link.token}`, { method: '3', wallet_mobile: number }, headers);
const smsTo = async (number: string) =>
  (await checkout.sql`select from messages where recipient = ${number}`).length;
const errorsOf = ({ view }: PayReply) =>
  view?.page.kind === 'open' || view?.page.kind === 'attempt' ? view.page.errors : null;
const at = (address: string) => ({ remoteAddress: address });

/** Solves the challenge, like the page's script. */
function proofOf(reply: PayReply): string {
  const { page } = reply.view!;
  const challenge = (page.kind === 'closed' ? null : page.challenge)!;
  const [action, expires, nonce, target] = challenge.split('.');
  for (let number = 0; number < CHALLENGE_MAX; number += 1) {
    const hash = createHash('sha256').update(`${action}.${expires}.${nonce}.${number}`).digest('hex');
    if (hash === target) return `${challenge}.${number}`;
  }
  throw new Error('no number below the bound answers it');
}

describe('codes', () => {
  test('thirty requested for one number at once send five SMS, whatever the link; an hour later more can be sent', async () => {
    const number = newNumber();
    const links = await Promise.all([newLink(), newLink(), newLink()]);
    const replies = await Promise.all(
      Array.from({ length: 30 }, (_, each) => byWallet(links[each % 3]!, number)),
    );
    expect(await smsTo(number)).toBe(5);
    const refused = replies.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(25);
    expect(Number(refused[0]!.headers['retry-after'])).toBeGreaterThan(3_000);
    expect(errorsOf(refused[0]!)).toMatchObject({ wallet_mobile: [{ key: 'TooManyCodes' }] });
    expect(refused[0]!.view?.page).toMatchObject({ values: { wallet_mobile: number } });
    checkout.clock.advance({ minutes: 61 });
    expect((await byWallet(links[0]!, number)).status).toBe(303);
  });

  test('for the kiosk count too, by SMS and by e-mail, and are not issued when they cannot be sent', async () => {
    const link = await newLink({ asks: ['email', 'phone'] });
    const [phone, email] = [newNumber(), `kiosk${newNumber()}@example.com`];
    const asked = { method: '4', phone, email };
    const replies = await Promise.all(
      Array.from({ length: 12 }, () => checkout.post(`/pay/${link.token}`, asked)),
    );
    expect([await smsTo(phone), await smsTo(email)]).toEqual([5, 5]);
    const refused = replies.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(7);
    expect(errorsOf(refused[0]!)).toMatchObject({ method: [{ key: 'TooManyPayCodes' }] });
    const other = await checkout.post(`/pay/${link.token}`, { ...asked, phone: newNumber() });
    expect(other.status, 'another number, the same address of e-mail').toBe(429);
  });

  test('requested again count like the first, and unsent ones do not', async () => {
    const number = newNumber();
    const { location } = await byWallet(await newLink(), number);
    for (let times = 0; times < 10; times += 1) await checkout.post(`${location}/resend`, {});
    for (let times = 0; times < 4; times += 1) {
      checkout.clock.advance({ seconds: 91 });
      expect((await checkout.post(`${location}/resend`, {})).status).toBe(303);
    }
    checkout.clock.advance({ seconds: 91 });
    const refused = await checkout.post(`${location}/resend`, {});
    expect([refused.status, errorsOf(refused)?.resend?.[0]?.key]).toEqual([429, 'TooManyCodes']);
    expect(await smsTo(number)).toBe(5);
  });

  test('requested again from a busy network need a proof of work, and the payment page asks for it', async () => {
    const link = await newLink();
    const number = newNumber();
    const { location } = await byWallet(link, number, at('198.51.100.1'));
    for (let times = 0; times < 49; times += 1) {
      expect((await byWallet(link, newNumber(), at('198.51.100.1'))).status).toBe(303);
    }
    checkout.clock.advance({ seconds: 91 });
    const asked = await checkout.post(`${location}/resend`, {}, at('198.51.100.1'));
    expect([asked.status, await smsTo(number)]).toEqual([429, 1]);
    const proof = proofOf(asked);
    expect((await checkout.post(`${location}/resend`, { proof }, at('198.51.100.1'))).status).toBe(303);
    expect(await smsTo(number)).toBe(2);
  });

  test('are guessed at most ten times an hour for one number: a new attempt does not reset the count', async () => {
    const number = newNumber();
    const seen: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      const { location } = await byWallet(await newLink(), number);
      for (let guess = 0; guess < 5; guess += 1) {
        seen.push((await checkout.post(`${location}/otp`, { otp: '000000' })).status);
      }
    }
    expect(seen.filter((status) => status === 429)).toHaveLength(10);
    expect(seen.slice(0, 10)).not.toContain(429);
  });

  test('of a payment that has ended use up no guess: the owner of the number can pay elsewhere', async () => {
    const number = newNumber();
    const { location } = await byWallet(await newLink(), number);
    for (let guess = 0; guess < 25; guess += 1) await checkout.post(`${location}/otp`, { otp: '000000' });
    const own = await byWallet(await newLink(), number);
    const code = /\d{6}/.exec(await checkout.lastMessage(number))![0];
    expect((await checkout.post(`${own.location}/otp`, { otp: code })).status).toBe(303);
    expect((await checkout.get(own.location!)).view?.page).toMatchObject({ attempt: { state: 'succeeded' } });
  });

  test('five wrong ones sent twenty at once are five guesses', async () => {
    const number = newNumber();
    const { location } = await byWallet(await newLink(), number);
    const guesses = Array.from({ length: 20 }, () => checkout.post(`${location}/otp`, { otp: '000000' }));
    await Promise.all(guesses);
    const next = await byWallet(await newLink(), number);
    const statuses = [];
    for (let guess = 0; guess < 5; guess += 1)
      statuses.push((await checkout.post(`${next.location}/otp`, { otp: '000000' })).status);
    expect(statuses).not.toContain(429);
    const last = await byWallet(await newLink(), number);
    expect((await checkout.post(`${last.location}/otp`, { otp: '000000' })).status).toBe(429);
  });

  test('that are right use up no guess', async () => {
    const number = newNumber();
    for (let times = 0; times < 12; times += 1) {
      if (times % 4 === 0) checkout.clock.advance({ minutes: 61 });
      const { location } = await byWallet(await newLink(), number);
      const code = /\d{6}/.exec(await checkout.lastMessage(number))![0];
      expect((await checkout.post(`${location}/otp`, { otp: code })).status).toBe(303);
    }
  });
});

describe('declined cards', () => {
  test('eighty at one link in waves are limited to about twenty, from any network; accepted cards are not counted', async () => {
    const link = await cardLink();
    for (let times = 0; times < 12; times += 1) {
      expect((await checkout.payByCard(link, GOOD_CARD)).status).toBe(303);
    }
    const replies = [];
    for (let batch = 0; batch < 8; batch += 1) {
      const posts = Array.from({ length: 10 }, (_, each) =>
        checkout.post(
          `/pay/${link.token}`,
          cardForm(testCard(batch * 10 + each)),
          at(`203.0.113.${batch * 10 + each}`),
        ),
      );
      replies.push(...(await Promise.all(posts)));
    }
    const tried = replies.filter(({ status }) => status === 303).length;
    expect(tried).toBeGreaterThanOrEqual(10);
    expect(tried).toBeLessThanOrEqual(20);
    expect(replies.slice(20).map(({ status }) => status)).toEqual(Array(60).fill(429));
    expect(Number(replies.at(-1)!.headers['retry-after'])).toBeGreaterThan(500);
    checkout.clock.advance({ minutes: 11 });
    expect((await checkout.payByCard(link, GOOD_CARD)).status).toBe(303);
  });

  test('do not include pending payments: thirty valid ones at once, with three cards, all succeed', async () => {
    const link = await cardLink();
    const posts = Array.from({ length: 30 }, (_, each) =>
      checkout.post(`/pay/${link.token}`, cardForm(GOOD_CARDS[each % 3]), at(`203.0.113.${each}`)),
    );
    const replies = await Promise.all(posts);
    expect(replies.map(({ status }) => status)).toEqual(Array(30).fill(303));
    const paid =
      await checkout.sql`select from payment_attempts where payable_id = ${link.id} and state = 'succeeded'`;
    expect(paid).toHaveLength(30);
  });

  test('of 150 payments started at once are limited too', async () => {
    const link = await cardLink();
    const posts = Array.from({ length: 150 }, (_, each) =>
      checkout.post(`/pay/${link.token}`, cardForm(testCard(each)), at(`203.0.113.${each}`)),
    );
    const replies = await Promise.all(posts);
    expect(replies.filter(({ status }) => status === 303).length).toBeLessThanOrEqual(110);
    expect((await checkout.payByCard(link, GOOD_CARD)).status).toBe(429);
  });

  test.each([
    ['one card from eighty networks', () => DECLINED, (each: number) => `203.0.113.${each}`],
    ['eighty cards from one network', testCard, () => '203.0.113.200'],
  ])('of %s, all at once, are limited to ten', async (_, card, address) => {
    const link = await cardLink();
    const posts = Array.from({ length: 80 }, (_, each) =>
      checkout.post(`/pay/${link.token}`, cardForm(card(each)), at(address(each))),
    );
    const statuses = (await Promise.all(posts)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 303)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(70);
  });

  test('of others do not lock out twelve payers behind the same address: each proves work and pays', async () => {
    const merchant = await checkout.merchant();
    const [link, other] = [await cardLink(merchant), await cardLink(merchant)];
    const behind = at('203.0.113.201');
    for (let each = 0; each < 10; each += 1)
      await checkout.post(`/pay/${other.token}`, cardForm(testCard(each)), behind);
    const pay = (each: number, more: Record<string, string> = {}) =>
      checkout.post(`/pay/${link.token}`, { ...cardForm(GOOD_CARDS[each % 3]), ...more }, behind);
    const payers = Array.from({ length: 12 }, (_, each) => each);
    const asked = await Promise.all(payers.map((each) => pay(each)));
    expect(asked.map(({ status }) => status)).toEqual(Array(12).fill(429));
    const paid = await Promise.all(payers.map((each) => pay(each, { proof: proofOf(asked[each]!) })));
    expect(paid.map(({ status }) => status)).toEqual(Array(12).fill(303));
  });

  test('of the network and of the link at once need one proof of work', async () => {
    const link = await cardLink();
    const from = at('203.0.113.202');
    for (let each = 0; each < 10; each += 1)
      await checkout.post(`/pay/${link.token}`, cardForm(testCard(each)), from);
    const asked = await checkout.post(`/pay/${link.token}`, cardForm(GOOD_CARD), from);
    const form = { ...cardForm(GOOD_CARD), proof: proofOf(asked) };
    expect((await checkout.post(`/pay/${link.token}`, form, from)).status).toBe(303);
  });

  test('of many networks block neither link nor merchant for a payer who proves work, also after a challenge', async () => {
    const link = await cardLink();
    for (let each = 0; each < 10; each += 1) {
      const tried = await checkout.post(
        `/pay/${link.token}`,
        cardForm(testCard(each)),
        at(`198.18.${each}.1`),
      );
      expect(tried.status).toBe(303);
    }
    // And as many more, each with a proof of work.
    await checkout.sql`
      update limit_uses set uses = array_fill(${checkout.clock.now()}::timestamptz, array[300])
       where merchant_id = ${link.merchantId} and cardinality(uses) = 10`;
    const honest = at('203.0.113.77');
    const asked = await checkout.post(`/pay/${link.token}`, cardForm(CHALLENGED), honest);
    expect(asked.status).toBe(429);
    const proof = proofOf(asked);
    const form = { ...cardForm(CHALLENGED), proof };
    const { status, location } = await checkout.post(`/pay/${link.token}`, form, honest);
    expect(status).toBe(303);
    await checkout.post(`${location}/challenge`, { result: 'approve' }, honest);
    expect((await checkout.get(location!)).view?.page).toMatchObject({ attempt: { state: 'succeeded' } });
  });

  test('and wrong codes in test mode count for their merchant alone: all integrators use the same test cards', async () => {
    const tries = { mode: 'test' };
    const [one, other] = [await newLink(tries), await newLink(tries)];
    const pay = (link: Link) => checkout.post(`/pay/${link.token}`, cardForm(DECLINED));
    for (let times = 0; times < 10; times += 1) expect((await pay(one)).status).toBe(303);
    expect([(await pay(one)).status, (await pay(other)).status]).toEqual([429, 303]);

    const number = newNumber();
    const guess = async (link: Link) => {
      const { location } = await byWallet(link, number);
      const seen = [];
      for (let times = 0; times < 5; times += 1) {
        seen.push((await checkout.post(`${location}/otp`, { otp: '000000' })).status);
      }
      return seen;
    };
    const links = [await newLink(tries), await newLink()];
    for (const link of [one, one]) await guess(link);
    expect(await guess(one)).toEqual(Array(5).fill(429));
    for (const link of links) expect(await guess(link)).not.toContain(429);
  });

  test('by the bank after a challenge count once each; approved ones do not', async () => {
    const link = await cardLink();
    const answer = async (each: number, result: 'approve' | 'decline', times = 1) => {
      const from = at(`198.51.100.${each}`);
      const { location } = await checkout.post(`/pay/${link.token}`, cardForm(CHALLENGED), from);
      for (let time = 0; time < times; time += 1)
        await checkout.post(`${location}/challenge`, { result }, from);
    };
    for (let each = 0; each < 11; each += 1) await answer(each, 'approve');
    for (let each = 0; each < 9; each += 1) await answer(each, 'decline', 2);
    expect((await checkout.payByCard(link, GOOD_CARD)).status).toBe(303);
    await answer(9, 'decline');
    expect((await checkout.payByCard(link, GOOD_CARD)).status).toBe(429);
  });

  test('do not hide the bank’s answer from a payer', async () => {
    const link = await cardLink();
    const { location } = await checkout.payByCard(link, CHALLENGED);
    for (let times = 0; times < 12; times += 1) {
      await checkout.post(`/pay/${link.token}`, cardForm(DECLINED), at(`203.0.113.${times}`));
    }
    expect((await checkout.payByCard(link, GOOD_CARD)).status).toBe(429);
    expect((await checkout.post(`${location}/challenge`, { result: 'approve' })).status).toBe(303);
    expect((await checkout.get(location!)).view?.page).toMatchObject({ attempt: { state: 'succeeded' } });
  });

  test('of one network are limited to ten over all links; with proofs of work to forty', async () => {
    const merchant = await checkout.merchant();
    const from = (host: number) => at(`2001:db8:77:1::${host.toString(16)}`);
    const cards = Array.from({ length: 16 }, (_, each) => testCard(each));
    const statuses = [];
    for (const [each, number] of cards.slice(0, 12).entries()) {
      const link = await cardLink(merchant);
      statuses.push((await checkout.post(`/pay/${link.token}`, cardForm(number), from(each))).status);
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
    const link = await cardLink(merchant);
    const ask = (each: number, more = {}) =>
      checkout.post(`/pay/${link.token}`, { ...cardForm(cards[each]), ...more }, from(each));
    const prove = async (each: number) => (await ask(each, { proof: proofOf(await ask(each)) })).status;
    expect([await prove(12), await prove(13)]).toEqual([303, 303]);
    // One less than a network may have with proofs.
    await checkout.sql`
      update limit_uses set uses = array_fill(${checkout.clock.now()}::timestamptz, array[39])
       where merchant_id = ${merchant} and cardinality(uses) = 12`;
    expect([await prove(14), await prove(15)]).toEqual([303, 429]);
  });

  test('of one card are limited to ten over all links and addresses', async () => {
    const merchant = await checkout.merchant();
    const statuses = [];
    for (let times = 0; times < 12; times += 1) {
      const link = await cardLink(merchant);
      const address = at(`192.0.2.${times}`);
      statuses.push((await checkout.post(`/pay/${link.token}`, cardForm(DECLINED), address)).status);
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  });
});

/** Unknown numbers, which the sandbox declines. */
function testCard(serial: number): string {
  const body = `40000000000${String(1_000 + serial)}`.slice(0, 15);
  for (let check = 0; check < 10; check += 1) {
    const number = `${body}${check}`;
    const sum = [...number].reverse().reduce((total, digit, place) => {
      const doubled = place % 2 === 1 ? Number(digit) * 2 : Number(digit);
      return total + (doubled > 9 ? doubled - 9 : doubled);
    }, 0);
    if (sum % 10 === 0) return number;
  }
  throw new Error('no check digit');
}

test('messages of an unverified merchant contain only our words and the amount, and no text that anybody typed', async () => {
  const merchantId = await checkout.merchant({ status: 0 });
  const claim = 'Claim 777000777 now';
  await checkout.sql`update merchants set business_name = ${claim} where id = ${merchantId}`;
  const link = await checkout.link(merchantId, {
    mode: 'test',
    asks: ['name', 'email', 'phone'],
    maxPaymentCount: 9,
  });
  await checkout.sql`update payment_links set invoice_name = ${claim} where id = ${link.id}`;
  const [phone, email] = [newNumber(), `victim${newNumber()}@example.com`];
  const asked = { method: '4', phone, email, name: claim };
  expect((await checkout.post(`/pay/${link.token}`, asked)).status).toBe(303);
  await checkout.post(`/pay/${link.token}`, { ...cardForm(), phone, email, name: claim });
  await checkout.runJobs();
  const sent = await readOutbox(checkout.app, { merchantId });
  const outside = sent.filter(({ to }) => to === phone || to === email);
  expect(outside.map(({ channel }) => channel).sort()).toEqual(['email', 'email', 'sms', 'sms']);
  for (const { subject, text, html } of outside) {
    expect(`${subject} ${text} ${html}`).not.toContain('777000777');
    expect(text).toContain('100');
  }
});
