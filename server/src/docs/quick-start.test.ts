/** The quick start, by copying each command of the built page into a shell. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keysOf } from '../../tests/kit/api-keys.ts';
import { startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { payForDemo } from '../checkout/seed.ts';
import { freePort } from '../platform/db/cluster.ts';
import { FakeClock } from '../platform/time/clock.ts';

const plain = (html: string) =>
  html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');

/** The commands of a section, as they stand on the page. */
function commandsOf(page: string, section: string): string[] {
  const from = page.indexOf(`id="${section}"`);
  const part = page.slice(from, page.indexOf('<h2', from + 1));
  const blocks = [...part.matchAll(/<pre[^>]*><code>([\s\S]*?)<\/code><\/pre>/g)].map(([, code]) =>
    plain(code!),
  );
  return blocks.filter((block) => block.startsWith('curl '));
}

const PROGRAMS = { curl: 'sh', typescript: process.execPath, python: 'python3', php: 'php' } as const;

/** Returns the programs of a call in the reference, each with its interpreter. */
function programsOf(page: string, call: string): { program: string; code: string }[] {
  const section = page.slice(page.indexOf(`id="${call}"`));
  return Object.entries(PROGRAMS).map(([language, program]) => {
    const found = new RegExp(`<pre class="in-${language}"[^>]*><code>([\\s\\S]*?)</code>`).exec(section);
    return { program, code: plain(found?.[1] ?? '') };
  });
}

/** Runs a program. @returns its output */
async function told({ program, code }: { program: string; code: string }, key: string): Promise<string> {
  const env = { ...process.env, DAFTAR_SECRET_KEY: key };
  const args =
    program === process.execPath ? ['--input-type=module', '-'] : program === 'python3' ? ['-'] : [];
  const running = promisify(execFile)(program, args, { env });
  running.child.stdin?.end(code);
  const { stdout } = await running;
  return stdout;
}

const linkIn = (text: string) => /\/pay\/[\w-]+/.exec(text.replaceAll('\\/', '/'))?.[0] ?? text;

let daftar: TestServer;
beforeAll(async () => {
  const port = await freePort();
  daftar = await startTestServer({ publicUrl: `http://127.0.0.1:${port}` });
  await daftar.server.listen({ port, host: '127.0.0.1' });
});
afterAll(() => daftar.close());

test.each(['en', 'ar'])('the commands of the guide create, pay and find a link (%s)', async (lang) => {
  const owner = await daftar.merchant({ status: 0 });
  const key = await keysOf(() => daftar).roll(owner, 'test');
  const { raw } = await daftar.call({ path: `/docs?lang=${lang}` });
  const [create, find] = commandsOf(raw, 'quick-start');
  const run = async (command: string) => {
    const env = { ...process.env, DAFTAR_SECRET_KEY: key };
    const { stdout } = await promisify(execFile)('sh', ['-c', command.replace('curl ', 'curl -s ')], { env });
    return JSON.parse(stdout);
  };
  const made = await run(create!);
  expect(made).toMatchObject({ statusCode: 200, data: { link: expect.stringContaining('/pay/') } });
  // Copied twice, it is still one link.
  expect(await run(create!)).toEqual(made);

  // The reference has the call in each language, with one number: they all make and then find one link.
  const reference = (await daftar.call({ path: `/docs/reference/payment-links?lang=${lang}` })).raw;
  const addresses = await Promise.all(
    programsOf(reference, 'paymentLinksCreate').map(async (each) => linkIn(await told(each, key))),
  );
  expect(new Set(addresses).size).toBe(1);
  expect(addresses[0]).toMatch(/^\/pay\//);

  const clock = new FakeClock(daftar.clock.now());
  const app = { ...daftar.app, clock };
  await payForDemo(app, clock, String(made.data.link).split('/').at(-1) ?? '', {
    method: 1,
    ending: 'pays',
    payer: { name: 'Sara', email: 'sara@example.com', mobile: '01112345678', address: '' },
    cardNumber: '4242424242424242',
    waitMinutes: 0,
  });
  const found = await run(find!);
  expect(found.data).toHaveLength(1);
  expect(found.data[0]).toMatchObject({ status: 1 });
  const recipes = (await daftar.call({ path: `/docs/webhooks?lang=${lang}` })).raw;
  const [missed] = commandsOf(recipes, 'away');
  expect(await run(missed!)).toMatchObject({ statusCode: 200, meta: { per_page: 100 } });
});

describe.each(Object.keys(PROGRAMS) as (keyof typeof PROGRAMS)[])('a reader with %s', (language) => {
  test('follows the quick start and then the pages by goal, with one key: links, payments, refunds, customers, invoices and what has changed', async () => {
    const owner = await daftar.merchant();
    const key = await keysOf(() => daftar).roll(owner, 'test');
    const [create] = commandsOf((await daftar.call({ path: '/docs' })).raw, 'quick-start');
    expect(await told({ program: 'sh', code: create! }, key)).toContain('"statusCode":200');
    for (const [page, expected] of [
      ['card-payment', 5],
      ['erp-invoices', 6],
      ['shop', 2],
    ] as const) {
      const { raw } = await daftar.call({ path: `/docs/${page}` });
      const blocks = [
        ...raw.matchAll(new RegExp(`<pre class="in-${language}"[^>]*><code>([\\s\\S]*?)</code>`, 'g')),
      ];
      expect(blocks).toHaveLength(expected);
      // Values of earlier replies that the pages mention are taken from those replies, as a reader would.
      const earlier = { link: '', payment: '', customer: '', reference: '' };
      for (const [, block] of blocks) {
        const code = plain(block!)
          .replace('LNK-4T8W2ZKC', earlier.reference)
          .replace('/payment_links/17', `/payment_links/${earlier.link}`)
          .replace('/transactions/91', `/transactions/${earlier.payment}`)
          .replace(/\b42\b(?=\s*\])/, earlier.customer);
        const said = await told({ program: PROGRAMS[language], code }, key);
        expect(said, code).toMatch(/statusCode\W+(?:=>)?\W*200\b/);
        const id = /\bid\W+(?:=>)?\W*(\d+)/.exec(said)?.[1] ?? '';
        if (code.includes('payment_links/create')) earlier.link = id;
        if (code.includes('simulations/payment')) earlier.payment = id;
        if (code.includes('Customer/Create')) earlier.customer = id;
        earlier.reference = /LNK-\w{8}/.exec(said)?.[0] ?? earlier.reference;
      }
    }
    const [made] = await daftar.database.sql`
      select (select count(*)::int from payment_links where merchant_id = ${owner.merchantId}) as links,
             (select count(*)::int from invoices where merchant_id = ${owner.merchantId}) as invoices,
             (select count(*)::int from refunds where merchant_id = ${owner.merchantId}) as refunds,
             (select count(*)::int from transactions where merchant_id = ${owner.merchantId} and status = 1) as paid`;
    // From the quick start, a card payment, and a shop.
    expect(made).toEqual({ links: 3, invoices: 1, refunds: 1, paid: 1 });
  });
});
