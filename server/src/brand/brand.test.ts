/** A merchant's brand: its settings, and where payers see them. */
import { createHash } from 'node:crypto';
import { BRAND_FACES, BRAND_FOOTER_MAXIMUM } from '@daftar/contract/brand';
import { brandStyle } from '@daftar/contract/brand-colours';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { picture } from '../../tests/kit/files.ts';
import { pay } from '../../tests/kit/money.ts';
import { invoiceOf } from '../../tests/kit/samples-payables.ts';
import { type Actor, type Call, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { checkoutJobs } from '../checkout/index.ts';
import { readOutbox } from '../messages/outbox.ts';

let daftar: TestServer;
let owner: Actor;
let stranger: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
  stranger = await daftar.merchant();
});
beforeEach(async () => {
  owner = await daftar.merchant();
});
afterAll(() => daftar.close());

const PATH = '/merchant/AccountSettings/Brand';
const FORM = { colour: '#FFE066', footerEn: 'Open daily\nMaadi', footerAr: 'نعمل يوميًا' };
const call = (path: string, more: Partial<Call> = {}) =>
  daftar.call({ path, mode: 'test', as: owner, ...more });
const post = (path: string, body: unknown, as = owner) => call(path, { method: 'POST', body, as });
const read = async () => (await call(PATH, { mode: 'live' })).body.data;

async function sendPicture(path: string, as = owner) {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(await picture({ width: 600 }))]), 'wide.png');
  const answer = await post(path, body, as);
  expect(answer.status, answer.raw).toBe(200);
  return answer.body.data;
}
const cover = async (as = owner): Promise<string> => (await sendPicture(`${PATH}Cover`, as)).path;
const bells = async () =>
  (
    await daftar.database.sql<{ kind: string }[]>`
      select kind from notifications where merchant_id = ${owner.merchantId} and kind = 'brand-changed'`
  ).length;

describe('a brand', () => {
  test('is ours until one is saved, the same in both modes, and told to the owner and the log', async () => {
    const ours = { colour: '', coverPath: '', footerEn: '', footerAr: '', logoUrl: null, coverUrl: null };
    expect(await read()).toEqual(ours);
    const coverPath = await cover();
    expect((await post(PATH, { ...FORM, coverPath })).status).toBe(200);
    expect(await read()).toEqual({
      ...ours,
      ...FORM,
      colour: '#ffe066',
      coverPath,
      coverUrl: expect.stringMatching(/^\/media\//),
    });
    expect(await bells()).toBe(1);
    const mails = await readOutbox(daftar.app, { to: owner.email, merchantId: owner.merchantId });
    expect(mails[0]).toMatchObject({ subject: expect.stringContaining('look to customers') });
    const [logged] = await daftar.database.sql`
      select before, after from audit_log where merchant_id = ${owner.merchantId} and action = 'account.brand'`;
    expect(logged).toMatchObject({ before: { colour: null }, after: { colour: '#ffe066', coverPath } });
    // Saving the same again changes nothing, so no notice is sent.
    expect((await post(PATH, { ...FORM, coverPath })).status).toBe(200);
    expect(await bells()).toBe(1);
    expect((await post(PATH, { colour: '', footerEn: null })).status).toBe(200);
    expect(await read()).toEqual(ours);
    const [file] = await daftar.database.sql`
      select attached_at from files where merchant_id = ${owner.merchantId} and path = ${coverPath}`;
    expect(file).toEqual({ attached_at: null });
  });

  test('of another logo tells the owner too', async () => {
    await sendPicture('/merchant/AccountSettings/BusinessLogo');
    expect(await bells()).toBe(1);
  });

  test('refuses what is no colour, long or hidden words, and pictures of others, by field', async () => {
    const theirs = await cover(stranger);
    const logo = (await sendPicture('/merchant/AccountSettings/BusinessLogo')).businessLogo;
    for (const [body, field] of [
      [{ ...FORM, colour: 'red' }, 'colour'],
      [{ ...FORM, colour: '#fff' }, 'colour'],
      [{ ...FORM, colour: '#12345g' }, 'colour'],
      [{ ...FORM, footerEn: 'x'.repeat(BRAND_FOOTER_MAXIMUM + 1) }, 'footerEn'],
      [{ ...FORM, footerAr: 'a\u202egnp' }, 'footerAr'],
      [{ ...FORM, coverPath: theirs }, 'coverPath'],
      // A file of another purpose.
      [{ ...FORM, coverPath: logo }, 'coverPath'],
      [{ ...FORM, coverPath: '../x' }, 'coverPath'],
    ] as const) {
      const answer = await post(PATH, body);
      expect([answer.status, Object.keys(answer.body.errors ?? {})], JSON.stringify(body)).toEqual([
        422,
        [field],
      ]);
    }
    expect((await read()).colour).toBe('');
  });
});

describe('payers see it', () => {
  const see = async (url: string) => {
    const { body, headers, statusCode } = await daftar.server.inject({ url });
    return { status: statusCode, html: body, policy: String(headers['content-security-policy']) };
  };
  const hash = `'sha256-${createHash('sha256').update(brandStyle('#ffe066')).digest('base64')}'`;

  async function pages() {
    const due_date = new Date(daftar.clock.now().getTime() + 86_400_000).toISOString();
    const form = { invoice_name: 'Rent', currency_id: 1, amount: 100, due_date, language: 2 };
    const link = (await post('/merchant/payment_links/create', form)).body.data.link;
    await invoiceOf({ daftar, actor: owner, mode: 'test' });
    const [share] = await daftar.database.sql<{ token: string }[]>`
      select token from invoice_shares where merchant_id = ${owner.merchantId} order by id desc limit 1`;
    const [row] = await daftar.database.sql<{ slug: string }[]>`
      update merchants set store_slug = 'shop-' || id where id = ${owner.merchantId} returning store_slug as slug`;
    return [new URL(link).pathname, `/pay/${share!.token}/invoice`, `/sandbox/store/${row!.slug}`];
  }

  test('on payment page, invoice and shop, with a policy that allows this one style, and our name stays', async () => {
    const addresses = await pages();
    for (const address of addresses) {
      const { html, policy } = await see(`${address}?lang=en`);
      expect([html.match(/<style>/g)?.length, html.includes('class="cover"')], address).toEqual([1, false]);
      expect(policy).not.toContain(hash);
    }
    const coverPath = await cover();
    await post(PATH, { ...FORM, coverPath });
    for (const address of addresses) {
      const { html, policy } = await see(`${address}?lang=en`);
      expect(html, address).toContain(`<style>${brandStyle('#ffe066')}</style>`);
      expect(policy).toContain(hash);
      const [, picture] = /<img class="cover" src="(\/media\/[\w-]+)"/.exec(html) ?? [];
      expect((await see(picture!)).status).toBe(200);
      // An invoice has a language of its own.
      const isInvoice = address.includes('invoice');
      const own = isInvoice ? 'lang="ar" dir="rtl">نعمل يوميًا' : 'lang="en" dir="ltr">Open daily\nMaadi';
      expect(html).toContain(`<p class="own-words" ${own}</p>`);
      expect(html).toContain(isInvoice ? 'دفتر' : 'Daftar');
      if (isInvoice) continue;
      expect((await see(`${address}?lang=ar`)).html).toContain('نعمل يوميًا');
    }
    // A text missing in one language is shown in the other.
    await post(PATH, { ...FORM, coverPath, footerEn: '' });
    const shop = await see(`${addresses[2]}?lang=en`);
    expect(shop.html).toContain('<p class="own-words" lang="ar" dir="rtl">نعمل يوميًا</p>');
    const pdf = async () => (await daftar.server.inject({ url: `${addresses[1]}.pdf` })).rawPayload;
    const before = await pdf();
    await post(PATH, { ...FORM, colour: '#0b1f4b', coverPath });
    expect((await pdf()).equals(before)).toBe(false);
  });

  const receipt = async (mode: 'live' | 'test') => {
    await pay(daftar, owner, { mode });
    const [job] = await daftar.database.sql<{ payload: unknown }[]>`
      select p.payload from graphile_worker.jobs j join graphile_worker._private_jobs p on p.id = j.id
       where j.task_identifier = 'payment-captured' order by j.id desc limit 1`;
    await checkoutJobs['payment-captured']!(daftar.app, job!.payload);
    const sent = await readOutbox(daftar.app, { to: 'sara@example.com', merchantId: owner.merchantId });
    return sent[0]!;
  };

  test('in mails, once the business is verified', async () => {
    const plain = await receipt('live');
    expect(plain.html).toContain('#0f5c5c');
    expect(plain.html).not.toContain('<!-- ');
    await post(PATH, { ...FORM, coverPath: await cover(), footerEn: '<b>Open</b> daily' });
    const own = await receipt('live');
    expect(own.html).toContain('background:#ffe066;color:#000000');
    expect(own.html).not.toMatch(/#0f5c5c|<b>|<!-- /);
    expect(own.html).toMatch(/<img src="http:\/\/[^"]+\/media\/[\w-]+" alt=""/);
    expect(own.html).toContain(own.locale === 'en' ? '&lt;b&gt;Open' : 'نعمل يوميًا');
    expect(own.text).toContain(own.locale === 'en' ? '<b>Open</b> daily' : 'نعمل يوميًا');
    // An unverified merchant could otherwise write to strangers in another's name.
    await daftar.database.sql`update merchants set status = 1 where id = ${owner.merchantId}`;
    const unverified = await receipt('test');
    expect(unverified.html).toContain('#0f5c5c');
    expect(unverified.html).not.toMatch(/#ffe066|Open|\/media\//);
  });
});

describe('a preview', () => {
  test('shows every page and the mail in both languages and themes, saves nothing and runs nothing', async () => {
    const coverPath = await cover();
    for (const face of BRAND_FACES) {
      for (const locale of ['en', 'ar'] as const) {
        for (const theme of ['light', 'dark'] as const) {
          const answer = await post(`${PATH}Preview`, { ...FORM, coverPath, face, locale, theme });
          expect(answer.status, answer.raw).toBe(200);
          const { html } = answer.body.data;
          expect(html).toContain(`lang="${locale}"`);
          expect(html).toContain('#ffe066');
          expect(html).toContain('data:image/jpeg;base64,');
          expect(html).toContain(locale === 'en' ? 'Open daily' : 'نعمل يوميًا');
          expect(html).not.toMatch(/<script|<[^>]* style=|prefers-color-scheme: ?dark|brand\.sample/);
        }
      }
    }
    expect((await read()).colour).toBe('');
    expect(await bells()).toBe(0);
  });

  test('of another merchant’s picture is refused', async () => {
    const form = { ...FORM, face: 'pay', locale: 'en', theme: 'light', coverPath: await cover(stranger) };
    expect((await post(`${PATH}Preview`, form)).status).toBe(404);
  });
});
