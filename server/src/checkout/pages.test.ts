import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  cardForm,
  GOOD_CARD,
  startTestCheckout,
  type TestCheckout,
  transactionsOf,
} from '../../tests/kit/checkout.ts';
import { projectRoot } from '../platform/paths.ts';
import { secretsInForce } from '../webhooks/deliver.ts';
import { secretOf } from '../webhooks/sign.ts';

let checkout: TestCheckout;
beforeAll(async () => {
  checkout = await startTestCheckout({ sandboxLive: false });
});
afterAll(() => checkout.close());

const newLink = async (options = {}) => checkout.link(await checkout.merchant(), options);

describe('the form', () => {
  test('is shown again with the input and its errors, but never with a card field', async () => {
    const link = await newLink({ asks: ['name', 'email'] });
    const typed = { name: 'Mona', email: 'not an address' };
    const reply = await checkout.post(`/pay/${link.token}`, { ...cardForm('4242424242424241'), ...typed });
    expect(reply.status).toBe(422);
    expect(reply.view?.page).toMatchObject({
      kind: 'open',
      values: { ...typed, method: '1' },
      errors: { email: [{ key: 'InvalidEmail' }], card_number: [{ key: 'InvalidCard' }] },
    });
    for (const secret of ['4242424242424241', '739', '12/30', 'Mona Adel'])
      expect(reply.raw).not.toContain(secret);
    expect(await transactionsOf(checkout.sql, link.merchantId)).toEqual([]);
  });

  test('asks for the fields of the payable and of the method', async () => {
    const link = await newLink({ asks: ['name', 'email', 'phone', 'address'], methods: [1, 3] });
    const empty = await checkout.post(`/pay/${link.token}`, { method: '1' });
    expect(Object.keys(empty.view?.page.kind === 'open' ? empty.view.page.errors : {}).sort()).toEqual([
      'address',
      'card_cvv',
      'card_expiry',
      'card_number',
      'email',
      'name',
      'phone',
    ]);
    const unknown = await checkout.post(`/pay/${link.token}`, { method: '4' });
    expect(unknown.view?.page).toMatchObject({ errors: { method: [{ key: 'MethodNotAllowed' }] } });
    const expired = await checkout.post(`/pay/${link.token}`, { ...cardForm(), card_expiry: '05/26' });
    expect(expired.view?.page).toMatchObject({ errors: { card_expiry: [{ key: 'CardExpired' }] } });
  });

  test('survives hostile input without a 5xx', async () => {
    const link = await newLink({ asks: ['name'] });
    for (const name of [
      "'; drop table transactions; --",
      '<script>',
      '\u0000',
      '\ud800',
      '{{7*7}}',
      'ﷺ'.repeat(3000),
    ]) {
      const reply = await checkout.post(`/pay/${link.token}`, {
        ...cardForm(),
        name,
        __proto__x: '1',
        card_name: name,
      });
      expect([303, 409, 413, 422]).toContain(reply.status);
    }
    for (const path of [
      '/pay/x',
      '/pay/%00',
      `/pay/${'a'.repeat(40)}`,
      `/pay/${link.token}/${'b'.repeat(27)}`,
    ]) {
      const reply = await checkout.get(path);
      expect(reply.status).toBe(404);
    }
  });
});

describe('closed pages', () => {
  const closed = async (path: string) => {
    const reply = await checkout.get(path);
    return reply.view?.page.kind === 'closed'
      ? [reply.status, reply.view.page.reason]
      : reply.view?.page.kind;
  };

  test('say why they are closed', async () => {
    expect(await closed(`/pay/${'a'.repeat(27)}`)).toEqual([404, 'not-found']);
    const inactive = await newLink();
    await checkout.sql`update payment_links set status = 1 where id = ${inactive.id}`;
    expect(await closed(`/pay/${inactive.token}`)).toEqual([200, 'inactive']);
    const overdue = await newLink({ dueInMinutes: -1 });
    expect(await closed(`/pay/${overdue.token}`)).toEqual([200, 'expired']);
  });

  test('refuse live money until there is a live processor, and for a merchant that is not live', async () => {
    const live = await newLink({ mode: 'live' });
    expect(await closed(`/pay/${live.token}`)).toEqual([200, 'unavailable']);
    const reply = await checkout.payByCard(live);
    expect(reply.status).toBe(409);
    expect(await transactionsOf(checkout.sql, live.merchantId)).toEqual([]);
  });
});

describe('the language', () => {
  test('is that of the address, else the one chosen before, else the payable’s', async () => {
    const arabic = await newLink({ language: 1 });
    expect((await checkout.get(`/pay/${arabic.token}`)).view?.locale).toBe('ar');
    const chosen = await checkout.get(`/pay/${arabic.token}?lang=en`);
    expect(chosen.view?.locale).toBe('en');
    expect(chosen.cookie).toContain('pay_lang=en');
    const later = await checkout.get(`/pay/${arabic.token}`, { cookie: chosen.cookie });
    expect(later.view?.locale).toBe('en');
    expect((await checkout.get(`/pay/${arabic.token}?lang=xx`)).view?.locale).toBe('ar');
    expect((await checkout.get(`/pay/${(await newLink()).token}`)).view?.locale).toBe('en');
  });
});

/** The verification code of the guide, run as a reader would run it. */
async function guideOf(language: 'en' | 'ar') {
  const guide = readFileSync(join(projectRoot, 'web/docs/content', language, 'guide.md'), 'utf8');
  const [, source] = /{#return}.*?```js\n(.*?)```/s.exec(guide)!;
  const { readResult } = await import(
    `data:text/javascript,${encodeURIComponent(`${source}; export { readResult }`)}`
  );
  return readResult as (url: string, secret: string) => Record<string, string> | null;
}

describe('the way back', () => {
  const URLS = {
    successUrl: 'https://shop.example/thanks?order=7&x=%20#top',
    cancelUrl: 'https://shop.example/basket',
  };

  test('leads to the link’s own address with a result that the guide’s program reads, and no other passes', async () => {
    const link = await newLink(URLS);
    const paid = await checkout.payByCard(link);
    const attempt = async (path: string | null) => {
      const { view } = await checkout.get(path!);
      return view!.page.kind === 'attempt' ? view!.page.attempt : expect.fail();
    };
    const { returnUrl, reference } = await attempt(paid.location);
    const url = returnUrl!;
    expect(url).toMatch(/^https:\/\/shop\.example\/thanks\?order=7&x=%20&daftar_status=succeeded&.*#top$/);
    const [row] = await checkout.sql<{ link: string; trx: string }[]>`
      select l.reference as link, t.reference as trx from payment_links l
        join transactions t on t.merchant_id = l.merchant_id and t.source_id = l.id
       where l.merchant_id = ${link.merchantId} and l.id = ${link.id}`;
    expect(reference).toBe(row!.trx);
    const timestamp = String(checkout.clock.now().getTime() / 1000);
    const secrets = async () =>
      (await secretsInForce(checkout.app, link)).map(({ salt }) => secretOf(checkout.app, salt));
    const [secret] = (await secrets()) as [string];
    for (const language of ['en', 'ar'] as const) {
      const readResult = await guideOf(language);
      expect(readResult(url, secret)).toEqual({ status: 'succeeded', reference, link: row!.link, timestamp });
      expect(readResult(url, `whsec_${Buffer.alloc(32, 1).toString('base64')}`)).toBeNull();
      for (const [from, to] of [
        [reference, 'TRX-00000000'],
        [row!.link, 'LNK-00000000'],
        [`timestamp=${timestamp}`, 'timestamp=1'],
        [/&daftar_signature=[^#]*/, ''],
        [/signature=./, 'signature='],
      ] as const)
        expect(readResult(url.replace(from, to), secret), String(from)).toBeNull();
    }
    // While the secret is being replaced, holders of either one can verify it.
    const { merchantId, mode } = link;
    await checkout.sql`
      update webhook_secrets set expires_at = ${new Date(checkout.clock.now().getTime() + 3_600_000)}
       where merchant_id = ${merchantId} and mode = ${mode}`;
    const both = (await attempt(paid.location)).returnUrl!;
    const now = await secrets();
    expect(now).toHaveLength(2);
    for (const each of now) expect((await guideOf('en'))(both, each)).toMatchObject({ status: 'succeeded' });
  });

  test('says how it ended, and pending where nobody knows; without addresses it is the merchant’s, unsigned', async () => {
    const merchant = await checkout.merchant();
    await checkout.sql`
      update merchant_settings set return_url = 'https://shop.example/back', cancel_url = null
       where merchant_id = ${merchant}`;
    const back = async (path: string | null) => {
      const { view } = await checkout.get(path!);
      return view!.page.kind === 'attempt' ? view!.page.attempt.returnUrl! : expect.fail();
    };
    const declined = await checkout.payByCard(await checkout.link(merchant, URLS), '4000000000000002');
    expect(await back(declined.location)).toContain('https://shop.example/basket?daftar_status=failed&');
    const canceled = await checkout.post(`/pay/${(await checkout.link(merchant, URLS)).token}`, {
      method: '4',
    });
    await checkout.post(`${canceled.location}/cancel`, {});
    // The processor is still asked whether the code was paid meanwhile.
    expect(await back(canceled.location)).toContain('/basket?daftar_status=pending&');
    await checkout.sql`
      update payment_attempts set next_ask_at = null
       where merchant_id = ${merchant} and token = ${canceled.location!.split('/').at(-1)!}`;
    expect(await back(canceled.location)).toContain('/basket?daftar_status=canceled&');
    const paid = await checkout.payByCard(await checkout.link(merchant, URLS));
    await checkout.sql`
      update transactions set flags = '{partial}' where merchant_id = ${merchant} and status = 1`;
    expect(await back(paid.location)).toContain('/thanks?order=7&x=%20&daftar_status=received&');
    const plain = await checkout.payByCard(await checkout.link(merchant));
    expect(await back(plain.location)).toBe('https://shop.example/back');
  });

  test('has no address that the database would not keep safe', async () => {
    for (const successUrl of [
      'http://shop.example/',
      'javascript:alert(1)',
      'https://a:b@shop.example/',
      '//shop.example',
      'http://localhost.evil.example/',
      `https://shop.example/${'a'.repeat(2000)}`,
    ])
      await expect(newLink({ successUrl }), successUrl).rejects.toThrow('payment_links_success_url');
    await expect(newLink({ mode: 'live', cancelUrl: 'http://localhost/' })).rejects.toThrow(
      'payment_links_cancel_url',
    );
    await newLink({ cancelUrl: 'http://localhost:3000/basket' });
  });
});

describe('security headers', () => {
  test('say what may run and who may frame it, on every kind of reply', async () => {
    const link = await newLink();
    const started = await checkout.payByCard(link);
    const answers = [
      await checkout.get(`/pay/${(await newLink()).token}`),
      await checkout.get('/pay/unknown'),
      await checkout.get(started.location!),
      await checkout.post(`/pay/${link.token}`, {}, { 'sec-fetch-site': 'cross-site' }),
    ];
    for (const { headers } of answers) {
      const csp = String(headers['content-security-policy']);
      expect(csp).toContain("script-src 'sha256-script'");
      expect(csp).toContain("frame-ancestors 'none'");
      expect(csp).not.toContain('unsafe');
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      });
    }
  });

  test.each([
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ origin: 'https://evil.example' }, 403],
    [{ 'sec-fetch-site': 'same-origin', origin: 'null' }, 303],
    [{ origin: 'http://localhost:3000' }, 303],
    [{}, 303],
  ])('a form posted with %j answers %i', async (headers, status) => {
    const link = await newLink();
    expect((await checkout.payByCard(link, undefined, headers as Record<string, string>)).status).toBe(
      status,
    );
  });

  test('another link’s attempts are not shown, and only form bodies are read', async () => {
    const [one, other] = [await newLink(), await newLink()];
    const { location } = await checkout.payByCard(one);
    const attempt = location!.split('/').at(-1);
    expect((await checkout.get(`/pay/${other.token}/${attempt}`)).status).toBe(404);
    expect((await checkout.get(`/pay/${other.token}/${attempt}/status`)).status).toBe(404);
    expect((await checkout.post(`/pay/${one.token}/${attempt}/constructor`, {})).status).toBe(404);
    const json = await checkout.server.inject({
      method: 'POST',
      url: `/pay/${one.token}`,
      payload: { method: 1 },
    });
    expect(json.statusCode).toBe(415);
  });
});

describe('card data', () => {
  test('a number or security code is stored nowhere: not in the database, a log, a reply or an error', async () => {
    const link = await newLink({ maxPaymentCount: 5, asks: ['name'] });
    const numbers = [
      GOOD_CARD,
      '4000000000003220',
      '4000000000000002',
      '378282246310005',
      '4242424242424241',
    ];
    const replies: string[] = [];
    for (const number of numbers) {
      const form = { ...cardForm(number.replace(/(.{4})/g, '$1 ')), card_cvv: '9173', name: 'Mona' };
      const reply = await checkout.post(`/pay/${link.token}`, form);
      replies.push(reply.raw, JSON.stringify(reply.headers));
      if (reply.location) replies.push((await checkout.get(reply.location)).raw);
    }
    await checkout.runJobs();
    const tables = await checkout.sql<{ name: string }[]>`
      select format('%I.%I', table_schema, table_name) as name from information_schema.tables
       where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'`;
    const dumped: string[] = [];
    for (const { name } of tables) {
      const rows = await checkout.sql.unsafe(`select t::text as row from ${name} t`);
      dumped.push(...rows.map(({ row }) => String(row)));
    }
    expect(dumped.join('\n')).toContain('4242');
    const everything = [...dumped, ...checkout.logged, ...replies].join('\n');
    for (const number of numbers) {
      expect(everything).not.toContain(number);
      expect(everything.replace(/[\s-]/g, '')).not.toContain(number);
    }
    // As a whole word, because tokens, hashes and moments may contain any four digits.
    expect(everything).not.toMatch(/(?<![\w.-])9173(?![\w-])/);
  });

  test('a card number in a log line, a sentence or JSON is masked', async () => {
    const { CardDetails } = await import('../processors/card.ts');
    const { inspect } = await import('node:util');
    const card = new CardDetails({ number: GOOD_CARD, cvv: '739', expiryMonth: 1, expiryYear: 2030 });
    checkout.app.log.error({ card, nested: { card } }, 'oops');
    // A moment in milliseconds may contain any four digits.
    const { time, pid, ...logged } = JSON.parse(checkout.logged.at(-1) ?? '{}');
    expect([typeof time, typeof pid]).toEqual(['number', 'number']);
    const seen = [
      JSON.stringify({ card }),
      `${card}`,
      inspect(card, { depth: 9, showHidden: true }),
      JSON.stringify(logged),
    ];
    expect(seen.join()).not.toContain('4242');
  });
});
