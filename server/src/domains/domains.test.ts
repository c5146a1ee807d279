/** A merchant's own host name: its proof by DNS, and the pages that it serves. */
import type { Domain } from '@daftar/contract/domains';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestDns, type TestDns } from '../../tests/kit/domains.ts';
import { callerOf } from '../../tests/kit/money.ts';
import { PASSWORD, withPassword } from '../../tests/kit/profile.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { payerOrigin } from '../branding/origin.ts';
import { readOutbox } from '../messages/outbox.ts';
import { registerGate } from '../platform/http/gate.ts';
import { Guesses } from '../platform/http/guesses.ts';
import { createHttpServer } from '../platform/http/server.ts';
import { atStrangeHosts, registerDomainHosts } from './requests.ts';
import { checkDomains, getDomain } from './service.ts';

let daftar: TestServer;
let dns: TestDns;
let owner: Actor;
let stranger: Actor;
let serial = 0;
let host: string;
beforeAll(async () => {
  dns = await startTestDns();
  daftar = await startTestServer();
  // Calls check at once; the server has the app of before.
  Object.assign(daftar.app.config, { dnsServers: dns.of(daftar.app).config.dnsServers });
  stranger = await daftar.merchant();
  await withPassword(daftar, stranger);
});
beforeEach(async () => {
  serial += 1;
  host = `pay${serial}.shop.example`;
  owner = await daftar.merchant();
  await withPassword(daftar, owner);
  dns.fail(false);
});
afterAll(async () => {
  dns.close();
  await daftar.close();
});

const PATH = '/merchant/AccountSettings/Domain';
const call = (method: 'GET' | 'POST' | 'DELETE', body?: object, as = owner, path = PATH) =>
  daftar.call({ method, path, mode: 'live', as, body });
const save = (name = host, as = owner) => call('POST', { host: name, current_password: PASSWORD }, as);
const check = (as = owner) => call('POST', {}, as, `${PATH}Check`);
const read = async (): Promise<Domain> => (await call('GET')).body.data;
const bells = async () =>
  (
    await daftar.database.sql<{ kind: string }[]>`
      select kind from notifications where merchant_id = ${owner.merchantId} and kind like 'domain-%' order by id`
  ).map(({ kind }) => kind);
const at = (name: string, url: string, more: object = {}) =>
  daftar.server.inject({ url, headers: { host: name, accept: 'text/html', ...more } });

async function verified(as = owner, name = host): Promise<Domain['record']> {
  const { record } = (await save(name, as)).body.data;
  dns.set(record.name, record.value);
  const answer = await check(as);
  expect(answer.status, answer.raw).toBe(200);
  return record;
}

async function link(as = owner): Promise<string> {
  const due_date = new Date(daftar.clock.now().getTime() + 30 * 86_400_000).toISOString();
  const body = { invoice_name: 'Rent', currency_id: 1, amount: 100, due_date, language: 2 };
  return (await call('POST', body, as, '/merchant/payment_links/create')).body.data.link;
}

describe('a domain', () => {
  test('is asked for with a proof of identity, told to the owner, and used once its record is found', async () => {
    expect(await read()).toBeNull();
    expect((await call('POST', { host })).status).toBe(422);
    expect((await save(`https://${host.toUpperCase()}/`)).body.data).toMatchObject({
      host,
      state: 'waiting',
    });
    const { record } = await read();
    expect(record).toEqual({
      name: `_daftar.${host}`,
      value: expect.stringMatching(/^daftar-domain=[\w-]{27}$/),
    });
    expect(await link()).not.toContain(host);
    expect((await check()).status).toBe(400);
    dns.set(record.name, 'daftar-domain=another');
    expect((await check()).status).toBe(400);
    dns.fail(true);
    expect((await check()).status).toBe(503);
    dns.fail(false);
    dns.set(record.name, record.value);
    expect((await check()).body.data.state).toBe('verified');
    expect(await link()).toMatch(new RegExp(`^http://${host.replaceAll('.', '\\.')}(:\\d+)?/pay/`));
    expect(await bells()).toEqual(['domain-changed', 'domain-verified']);
    const mails = await readOutbox(daftar.app, { to: owner.email, merchantId: owner.merchantId });
    expect(mails).toHaveLength(2);
    expect((await call('DELETE', {})).status).toBe(422);
    expect((await call('DELETE', { current_password: PASSWORD })).status).toBe(200);
    expect(await read()).toBeNull();
    expect(await link()).not.toContain(host);
  });

  test.each(['127.0.0.1', 'shop', 'com.eg', 'localhost'])('is not %s', async (name) => {
    const answer = await save(name);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['host']]);
  });

  test('belongs to whoever proves it, and to one merchant alone', async () => {
    // Claiming it first is worth nothing.
    expect((await save(host, stranger)).status).toBe(200);
    await verified();
    expect((await save(host, await daftar.elsewhere(stranger))).body.errors).toHaveProperty('host');
    const [theirs] = await daftar.database.sql<{ token: string }[]>`
      select token from merchant_domains where merchant_id = ${stranger.merchantId} and host = ${host}`;
    dns.set(`_daftar.${host}`, `daftar-domain=${theirs!.token}`);
    expect((await check(stranger)).status).toBe(409);
    await expect(
      daftar.database.sql`
        update merchant_domains set verified_at = now(), was_verified = true
         where merchant_id = ${stranger.merchantId} and host = ${host}`,
    ).rejects.toMatchObject({ code: '23505' });
  });

  test('is given up when its record was gone for a week, with two notices before; silence of DNS counts for nothing', async () => {
    const record = await verified();
    const start = daftar.clock.now();
    // The session ends meanwhile.
    const shown = () => getDomain(daftar.app, callerOf(owner));
    const after = async (days: number) => {
      daftar.clock.set(new Date(start.getTime() + days * 86_400_000).toISOString());
      await checkDomains(daftar.app);
      return (await shown())?.state;
    };
    dns.fail(true);
    expect(await after(2)).toBe('verified');
    dns.fail(false);
    dns.set(record.name, null);
    expect(await after(3)).toBe('missing');
    expect((await shown())?.lapses_at).toBe(new Date(start.getTime() + 10 * 86_400_000).toISOString());
    expect(await after(9)).toBe('missing');
    dns.set(record.name, record.value);
    expect(await after(9.5)).toBe('verified');
    dns.set(record.name, null);
    expect(await after(11)).toBe('missing');
    expect(await after(19)).toBe('lapsed');
    expect(await payerOrigin(daftar.app, daftar.app.db, owner.merchantId)).toBe(daftar.app.config.publicUrl);
    expect(await bells()).toEqual([
      'domain-changed',
      'domain-verified',
      'domain-missing',
      'domain-missing',
      'domain-lapsed',
    ]);
    daftar.clock.set(start.toISOString());
  });
});

describe('a request to a merchant’s host', () => {
  test('reaches its payment page, invoice, store and pictures, and nothing else of ours or of others', async () => {
    await verified();
    const [row] = await daftar.database.sql<{ slug: string }[]>`
      update merchants set store_slug = 'shop-' || id where id = ${owner.merchantId} returning store_slug as slug`;
    await daftar.database.sql`
      update merchants set store_slug = 'shop-' || id where id = ${stranger.merchantId}`;
    const pay = new URL(await link()).pathname;
    const theirs = new URL(await link(stranger)).pathname;
    const page = await at(host, pay);
    expect(page.statusCode).toBe(200);
    expect(page.headers['set-cookie']).toMatch(/^(?!.*Domain=)pay_form=|form/);
    for (const spelt of [`${host}:443`, `${host.toUpperCase()}.:443`]) {
      expect((await at(spelt, `/store/${row!.slug}`)).statusCode, spelt).toBe(200);
      expect((await at(spelt, '/sign-in')).statusCode, spelt).toBe(404);
    }
    expect((await at(host, `/sandbox/store/${row!.slug}/cart`)).statusCode).toBe(200);
    const home = await at(host, '/');
    expect([home.statusCode, home.headers.location]).toEqual([302, `/store/${row!.slug}`]);
    for (const url of [
      theirs,
      `${theirs}/invoice`,
      `/store/shop-${stranger.merchantId}`,
      '/pay/unknown-token-of-nobody-0000',
      ...['/sign-in', '/dashboard', '/ops', '/docs', '/terms', '/dev/outbox', '/metrics', '/assets/x.js'],
      ...['/api/merchant/login', '/api/lookups/currencies', '/media/x', '/%70ay/x', '//pay/x', '/STORE/x'],
    ]) {
      const answer = await at(host, url);
      expect([url, answer.statusCode, answer.headers['set-cookie']]).toEqual([url, 404, undefined]);
    }
    const login = { method: 'POST', url: '/api/merchant/login', headers: { host }, payload: {} } as const;
    expect((await daftar.server.inject(login)).statusCode).toBe(404);
    // Our own host behaves normally, whatever a page claims about the host.
    const ours = new URL(daftar.app.config.publicUrl).host;
    for (const url of [pay, theirs, '/sign-in']) expect((await at(ours, url)).statusCode, url).toBe(200);
    expect((await at(host, '/sign-in', { 'x-forwarded-host': ours })).statusCode).toBe(404);
    expect((await at('nobodys.example', pay)).statusCode).toBe(200);
  });

  test('reaches nothing once the merchant has given it up, and our pages meanwhile still do', async () => {
    await verified();
    const pay = new URL(await link()).pathname;
    await call('DELETE', { current_password: PASSWORD });
    for (const url of [pay, '/sign-in', '/']) expect((await at(host, url)).statusCode, url).toBe(404);
    expect((await at(new URL(daftar.app.config.publicUrl).host, pay)).statusCode).toBe(200);
    // Asked for again it needs its new record, and waits for it like any other.
    expect((await save()).body.data.state).toBe('waiting');
    expect((await check()).status).toBe(400);
    expect((await read()).state).toBe('waiting');
    expect((await at(host, pay)).statusCode).toBe(404);
  });

  test('waits for no database that is away, and machines that have a name of their own are answered', async () => {
    const { config, log } = daftar.app;
    const server = await createHttpServer(config, log);
    registerGate(server, { open: true }, { stalled: false }, 10, atStrangeHosts(config));
    const db = () => {
      throw new Error('asked');
    };
    registerDomainHosts(server, { ...daftar.app, db: db as never }, new Guesses(daftar.app));
    server.get('*', async () => 'served');
    const get = async (name: string, url: string) =>
      (await server.inject({ url, headers: { host: name } })).statusCode;
    const ours = new URL(config.publicUrl).host;
    for (const name of [ours, 'app1.machines.example:4001', '10.0.0.7'])
      for (const url of ['/healthz', '/readyz?x']) expect(await get(name, url), name + url).toBe(200);
    for (const name of [ours, '10.0.0.7']) expect(await get(name, '/sign-in')).toBe(200);
    for (const url of ['/sign-in', '/', '/assets/x.js']) expect(await get(host, url), url).toBe(503);
    for (const url of ['/media/x', '/sandbox/store/x', '/mail/unsubscribe/x', '/sitemap.xml', '/tls/allowed'])
      expect(await get(ours, url), url).toBe(503);
    await server.close();
  });

  test('asks browsers for TLS at this host alone, not at those below it', async () => {
    await verified();
    const app = { ...daftar.app, config: { ...daftar.app.config, publicUrl: 'https://daftar.example' } };
    const server = await createHttpServer(app.config, app.log);
    registerDomainHosts(server, app, new Guesses(app));
    server.get('/robots.txt', async () => '');
    const policy = async (name: string) =>
      (await server.inject({ url: '/robots.txt', headers: { host: name } })).headers[
        'strict-transport-security'
      ];
    expect(await policy('daftar.example')).toContain('includeSubDomains');
    expect(await policy(host)).toBe('max-age=31536000');
    await server.close();
  });

  test('may have a certificate if it is verified or ours', async () => {
    const ask = async (domain: string) =>
      (await daftar.call({ path: '/tls/allowed', query: { domain } })).status;
    await save();
    expect(await ask(host)).toBe(404);
    await verified();
    expect(await ask(host.toUpperCase())).toBe(200);
    expect(await ask(new URL(daftar.app.config.publicUrl).hostname)).toBe(200);
    for (const other of ['', 'nobodys.example', `x.${host}`, 'x'.repeat(300), `${host}\0`, '\0', 'é.example'])
      expect(await ask(other), JSON.stringify(other)).toBe(404);
    await call('DELETE', { current_password: PASSWORD });
    expect(await ask(host)).toBe(404);
  });
});
