/** A payer who comes back, presses twice, or mistypes: the page works without cookies or JavaScript. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cardForm, startTestCheckout, type TestCheckout, transactionsOf } from '../../tests/kit/checkout.ts';

let checkout: TestCheckout;
beforeAll(async () => {
  checkout = await startTestCheckout();
});
afterAll(() => checkout.close());

/** A payer's browser on one link: keeps its cookies, and posts the form as displayed. */
function browser(token: string) {
  let cookie = '';
  const keep = <R extends { cookie: string }>(reply: R): R => {
    if (reply.cookie) cookie = reply.cookie;
    return reply;
  };
  return {
    open: async () => keep(await checkout.get(`/pay/${token}`, { cookie })),
    get: async (path: string) => keep(await checkout.get(path, { cookie })),
    /** Opens the page and posts its form. */
    async pay(form: Record<string, string>) {
      const shown = keep(await checkout.get(`/pay/${token}`, { cookie }));
      return keep(await checkout.post(`/pay/${token}`, { ...hiddenOf(shown), ...form }, { cookie }));
    },
  };
}

/** The fields that the page adds to its form. */
function hiddenOf({ view, raw }: Awaited<ReturnType<TestCheckout['get']>>): Record<string, string> {
  if (view?.page.kind !== 'open') throw new Error(`no form: ${raw}`);
  return { form: view.page.form };
}

async function attemptAt(path: string, headers?: Record<string, string>) {
  const { view, raw } = await checkout.get(path, headers);
  if (view?.page.kind !== 'attempt') throw new Error(`not an attempt: ${raw}`);
  return view.page;
}

const newLink = async (options = {}) => checkout.link(await checkout.merchant(), options);
const setCookie = (reply: { headers: Record<string, unknown> }) =>
  [reply.headers['set-cookie'] ?? []].flat().map(String);

describe('a payer who returns', () => {
  test.each([
    ['a kiosk code', { method: '4' }, 'awaiting'],
    ['an InstaPay transfer', { method: '5' }, 'awaiting'],
    ['a wallet’s code', { method: '3', wallet_mobile: '01112223334' }, 'otp'],
    ['a bank’s question', cardForm('4000000000003220'), 'challenge'],
  ])('with %s finds it by opening the link again; nobody else does', async (_name, form, state) => {
    const link = await newLink();
    const payer = browser(link.token);
    const { location } = await payer.pay(form);
    const again = await payer.open();
    expect([again.status, again.location]).toEqual([303, location]);
    expect((await attemptAt(location!)).attempt.state).toBe(state);
    const stranger = await checkout.get(`/pay/${link.token}`);
    expect(stranger.view?.page).toMatchObject({ kind: 'closed', reason: 'busy' });
    expect(stranger.raw).not.toContain(location!.split('/').at(-1));
  });

  test('and submits the same form in a second tab is redirected to that payment', async () => {
    const link = await newLink();
    const payer = browser(link.token);
    const second = await payer.open();
    const { location } = await payer.pay({ method: '4' });
    const { cookie } = second;
    const posted = await checkout.post(
      `/pay/${link.token}`,
      { ...hiddenOf(second), ...cardForm() },
      { cookie },
    );
    expect([posted.status, posted.location]).toEqual([303, location]);
  });

  test('to a link they have paid gets the receipt; a stranger only learns that it is paid', async () => {
    const link = await newLink();
    const payer = browser(link.token);
    const { location } = await payer.pay(cardForm());
    const again = await payer.open();
    expect([again.status, again.location]).toEqual([303, location]);
    expect((await checkout.get(`/pay/${link.token}`)).view?.page).toMatchObject({ reason: 'paid' });
  });

  test('to a multi-use link is told of their payment, and can pay again on purpose', async () => {
    const link = await newLink({ maxPaymentCount: 5 });
    const payer = browser(link.token);
    const { location } = await payer.pay(cardForm());
    const first = location!.split('/').at(-1);
    for (let opened = 0; opened < 2; opened += 1) {
      expect((await payer.open()).view?.page).toMatchObject({
        kind: 'open',
        paid: { id: first, receivedPiastres: 10_000 },
      });
    }
    const second = await payer.pay(cardForm());
    expect(second.status).toBe(303);
    expect(second.location).not.toBe(location);
    expect(await transactionsOf(checkout.sql, link.merchantId)).toMatchObject([{ status: 1 }, { status: 1 }]);
    expect((await checkout.get(`/pay/${link.token}`)).view?.page).toMatchObject({ paid: null });
  });

  test.each([
    ['a kiosk code', { method: '4' }, 'Kiosk'],
    ['a bank’s question', cardForm('4000000000003220'), 'Card'],
  ])('to a multi-use link gets its form, and a link to %s that is open', async (_name, first, method) => {
    const link = await newLink({ maxPaymentCount: 5 });
    const tablet = browser(link.token);
    const { location } = await tablet.pay(first);
    const open = location!.split('/').at(-1);
    for (let opened = 0; opened < 2; opened += 1) {
      expect((await tablet.open()).view?.page).toMatchObject({
        kind: 'open',
        underWay: { id: open, method },
      });
    }
    const next = await tablet.pay(cardForm());
    expect(next.status).toBe(303);
    expect(next.location).not.toBe(location);
    expect((await attemptAt(next.location!)).attempt.state).toBe('succeeded');
    expect((await attemptAt(location!)).attempt.state).not.toBe('succeeded');
    const fresh = await checkout.get(`/pay/${link.token}`);
    expect(fresh.view?.page).toMatchObject({ kind: 'open', underWay: null });
  });

  test('to a multi-use link that has closed is redirected to the open code', async () => {
    const link = await newLink({ maxPaymentCount: 5 });
    const payer = browser(link.token);
    const { location } = await payer.pay({ method: '4' });
    await checkout.sql`update payment_links set status = 1 where id = ${link.id}`;
    expect((await payer.open()).location).toBe(location);
  });

  test('is recognized by a cookie of this link only, unreadable by scripts and other sites', async () => {
    const [one, other] = [await newLink(), await newLink()];
    const reply = await browser(one.token).pay({ method: '4' });
    const cookies = setCookie(reply);
    expect(cookies).toHaveLength(1);
    expect(cookies[0]).toMatch(
      new RegExp(`^pay_form=[\\w-]{20,64}; Max-Age=\\d+; Path=/pay/${one.token}; HttpOnly; SameSite=Lax$`),
    );
    const elsewhere = await checkout.get(`/pay/${other.token}`, { cookie: reply.cookie });
    expect(elsewhere.view?.page).toMatchObject({ kind: 'open', paid: null });
  });

  test('sees their own address and number on the receipt; another device sees them masked', async () => {
    const link = await newLink({ asks: ['name', 'email', 'phone'] });
    const payer = browser(link.token);
    const typed = { name: 'Mona', email: 'mona@example.com', phone: '01001234567' };
    const { location } = await payer.pay({ ...cardForm(), ...typed });
    const own = (await payer.get(location!)).view?.page;
    expect(own).toMatchObject({ attempt: { payer: typed } });
    const elsewhere = await checkout.get(location!);
    expect(elsewhere.raw).not.toMatch(/mona@example\.com|01001234567/);
    expect(elsewhere.view?.page).toMatchObject({
      attempt: { payer: { name: 'Mona', email: 'm•••@example.com', phone: '010••••4567' } },
    });
  });

  test('sees no more than anybody else after a quarter of an hour: the device may be shared', async () => {
    const link = await newLink({ maxPaymentCount: 5, asks: ['name', 'email', 'phone', 'address'] });
    const payer = browser(link.token);
    const typed = { name: 'Mona', email: 'mona@example.com', phone: '01001234567', address: '5 Nile St' };
    const { location } = await payer.pay({ ...cardForm(), ...typed });
    checkout.clock.advance({ minutes: 14 });
    expect((await payer.get(location!)).view?.page).toMatchObject({ attempt: { payer: typed } });
    checkout.clock.advance({ minutes: 1 });
    const later = await payer.get(location!);
    expect(later.raw).not.toMatch(/mona@example\.com|01001234567|Nile St/);
    expect(later.view?.page).toMatchObject({ attempt: { payer: { name: 'Mona', phone: '010••••4567' } } });
  });

  test('with a code that can no longer be paid is told so', async () => {
    const link = await newLink();
    const payer = browser(link.token);
    const { location } = await payer.pay({ method: '4' });
    await checkout.sql`update payment_links set status = 1 where id = ${link.id}`;
    expect((await payer.open()).location).toBe(location);
    expect((await attemptAt(location!)).attempt).toMatchObject({ state: 'awaiting', obsolete: 'inactive' });
  });
});

describe('a form submitted twice', () => {
  test('is one payment, also without cookies and at the same moment; a newly opened form is another', async () => {
    const link = await newLink({ maxPaymentCount: 9 });
    const shown = hiddenOf(await checkout.get(`/pay/${link.token}`));
    const posts = await Promise.all(
      [0, 1, 2].map(() => checkout.post(`/pay/${link.token}`, { ...shown, ...cardForm() })),
    );
    const late = await checkout.post(`/pay/${link.token}`, { ...shown, ...cardForm() });
    expect(new Set([...posts, late].map(({ location }) => location)).size).toBe(1);
    expect(await transactionsOf(checkout.sql, link.merchantId)).toHaveLength(1);
    const anew = hiddenOf(await checkout.get(`/pay/${link.token}`));
    await checkout.post(`/pay/${link.token}`, { ...anew, ...cardForm() });
    expect(await transactionsOf(checkout.sql, link.merchantId)).toHaveLength(2);
  });

  test('keeps its form id when it is shown again with errors', async () => {
    const link = await newLink({ maxPaymentCount: 9 });
    const shown = hiddenOf(await checkout.get(`/pay/${link.token}`));
    const wrong = await checkout.post(`/pay/${link.token}`, { ...shown, ...cardForm('4242424242424241') });
    expect(hiddenOf(wrong)).toEqual(shown);
  });

  test('is recognized by its form id only where that was issued, for the link it was issued for', async () => {
    const [one, other] = [await newLink({ maxPaymentCount: 9 }), await newLink({ maxPaymentCount: 9 })];
    const { form = '' } = hiddenOf(await checkout.get(`/pay/${one.token}`));
    const made = `${'a'.repeat(27)}.${form.split('.')[1]}`;
    for (const [link, name] of [
      [other, form],
      [one, made],
      [one, 'a'.repeat(27)],
    ] as const) {
      const replies = [0, 1].map(() => checkout.post(`/pay/${link.token}`, { form: name, ...cardForm() }));
      const [first, second] = await Promise.all(replies);
      expect(first!.location).not.toBe(second!.location);
    }
  });
});

describe('an expiry date', () => {
  test.each(['1230', '12 30', '12-30', '12 / 30', '12/2030', '122030', '١٢/٣٠', '١٢٣٠', '۱۲ ۳۰', '12.30'])(
    '%j is read as December 2030',
    async (card_expiry) => {
      const link = await newLink();
      const reply = await checkout.post(`/pay/${link.token}`, { ...cardForm(), card_expiry });
      expect([reply.status, reply.view?.page]).toEqual([303, undefined]);
    },
  );

  test.each([
    '128',
    '13/30',
    '1330',
    '12028',
    '2030/12',
    '30-13',
    '0030',
    '12//30',
    '12',
    '123030',
    '1'.repeat(30),
  ])('%j is refused, not guessed', async (card_expiry) => {
    const link = await newLink();
    const reply = await checkout.post(`/pay/${link.token}`, { ...cardForm(), card_expiry });
    expect(reply.view?.page).toMatchObject({ errors: { card_expiry: [{ key: 'InvalidDate' }] } });
  });
});

describe('a one-time code', () => {
  const start = async () => {
    const link = await newLink();
    const mobile = `0111${String(link.id).padStart(7, '0')}`;
    const { location } = await checkout.post(`/pay/${link.token}`, { method: '3', wallet_mobile: mobile });
    const code = async () => /\b\d{6}\b/.exec(await checkout.lastMessage(mobile))![0];
    return { location: location!, code };
  };

  test('that is wrong is answered with the tries left', async () => {
    const { location, code } = await start();
    const otp = (await code()) === '000000' ? '000001' : '000000';
    for (const left of [4, 3]) {
      const reply = await checkout.post(`${location}/otp`, { otp });
      expect(reply.status).toBe(422);
      expect(reply.view?.page).toMatchObject({
        attempt: { triesLeft: left },
        errors: { otp: [{ key: 'OtpWrong', params: { count: left } }] },
      });
    }
  });

  test('that has expired is answered so', async () => {
    const { location, code } = await start();
    checkout.clock.advance({ minutes: 10 });
    const reply = await checkout.post(`${location}/otp`, { otp: await code() });
    expect(reply.view?.page).toMatchObject({ errors: { otp: [{ key: 'OtpExpired' }] } });
  });

  test('requested again too early says when it can be; later it says that it was sent', async () => {
    const { location } = await start();
    expect((await attemptAt(location)).attempt.resendSeconds).toBe(90);
    checkout.clock.advance({ seconds: 50 });
    const early = await checkout.post(`${location}/resend`, {});
    expect([early.status, early.headers['retry-after']]).toEqual([429, '40']);
    expect(early.view?.page).toMatchObject({
      errors: { resend: [{ key: 'OtpTooSoon', params: { count: 40 } }] },
    });
    checkout.clock.advance({ seconds: 40 });
    const sent = await checkout.post(`${location}/resend`, {});
    expect([sent.status, sent.location]).toEqual([303, `${location}?sent=1`]);
    expect(await attemptAt(sent.location!)).toMatchObject({
      notice: 'code-sent',
      attempt: { resendSeconds: 90 },
    });
    expect(await attemptAt(location)).toMatchObject({ notice: null });
  });
});
