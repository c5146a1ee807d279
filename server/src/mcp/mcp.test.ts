/** Calls of a Model Context Protocol program with a key, by the official client, over HTTP. */
import { execFile } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { EVENT_DATA } from '@daftar/contract/event-examples';
import { FIRST_VERSION, LATEST_VERSION } from '@daftar/contract/versions';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { settingsOf } from '../../tests/kit/account.ts';
import { by, KEYS, keysOf } from '../../tests/kit/api-keys.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { projectRoot } from '../platform/paths.ts';
import { emitEvent } from '../webhooks/emit.ts';
import { requestOf, resultOf } from './call.ts';
import { allTools, MOVES_MONEY } from './tools.ts';

const ORIGIN = 'https://daftar.example';
let daftar: TestServer;
let owner: Actor;
let address: URL;
/** A key of test mode that sees and makes payment links, and one that may do everything. */
let few: string;
let all: string;
const open: Client[] = [];

const { roll, create } = keysOf(() => daftar);

async function clientOf(key: string, language = 'en', more: object = {}): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const headers = { authorization: `Bearer ${key}`, 'accept-language': language, ...more };
  await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }) as never);
  open.push(client);
  return client;
}

/** Calls a tool. @returns its output, whether it failed, and the reply of the API */
async function use(client: Client, name: string, args: object = {}) {
  const { content, isError } = (await client.callTool({ name, arguments: { ...args } })) as {
    content: { text: string }[];
    isError?: boolean;
  };
  const [first, ...notes] = content.map(({ text }) => text);
  return { isError: isError ?? false, reply: JSON.parse(first ?? '{}'), notes };
}

const namesOf = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name);

const link = (more: object = {}) => ({
  invoice_name: 'Order 1042',
  currency_id: 1,
  amount: '450.00',
  due_date: new Date(daftar.clock.now().getTime() + 86_400_000).toISOString(),
  language: 2,
  ...more,
});

beforeAll(async () => {
  daftar = await startTestServer({ publicUrl: ORIGIN });
  await daftar.server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = daftar.server.server.address() as AddressInfo;
  address = new URL(`http://127.0.0.1:${port}/mcp`);
  owner = await daftar.merchant();
  few = (await create(owner, ['view-pay-links-list', 'create-pay-link'])).key;
  all = await roll(owner, 'test');
});
afterAll(async () => {
  await Promise.all(open.map((client) => client.close()));
  await daftar.close();
});

describe('the tools', () => {
  test('are those that the key may call, and no others', async () => {
    const [some, every, live] = await Promise.all(
      [few, all, await roll(owner, 'live')].map(async (key) => namesOf(await clientOf(key))),
    );
    expect(some!.filter((name) => name.startsWith('paymentLinks'))).toEqual([
      'paymentLinksList',
      'paymentLinksCounts',
      'paymentLinksCreate',
      'paymentLinksSetOwnFields',
      'paymentLinksDeactivate',
    ]);
    expect(some).not.toContain('refundsCreate');
    expect(some).not.toContain('transactionsList');
    expect(every).toEqual(expect.arrayContaining(['refundsCreate', 'transactionsList', 'simulatorPayment']));
    // Live keys play nothing.
    expect(live).toEqual(every!.filter((name) => !name.startsWith('simulator')));
    // Files, forms with files, and calls for people or public keys only.
    for (const name of ['transactionsExportCsv', 'ticketsCreate', 'apiKeysCreate', 'apiKeysStartCheckout'])
      expect(every).not.toContain(name);
  });

  test('say in either language what they do, whether they change something, and which take money out', async () => {
    for (const locale of ['en', 'ar'] as const) {
      const tools = allTools(locale, ORIGIN);
      expect(tools.length).toBeGreaterThan(90);
      for (const { name, endpoint, tool } of tools) {
        expect(tool.name).toMatch(/^[a-zA-Z]{3,64}$/);
        expect(tool.annotations?.readOnlyHint, name).toBe(endpoint.method === 'GET');
        expect(tool.description, name).not.toMatch(/mcp\.|reference\.|\{\{/);
        const { properties = {}, required = [] } = tool.inputSchema;
        expect(Object.keys(properties)).toEqual(expect.arrayContaining(required));
        expect(JSON.stringify(properties), name).not.toMatch(/\$ref|current_password|step_up/);
        expect(MOVES_MONEY.has(name)).toBe(/Ask a person|اسأل شخصًا/.test(tool.description ?? ''));
        if (MOVES_MONEY.has(name)) expect(tool.annotations?.destructiveHint).toBe(true);
      }
    }
    const power = ['transaction-refund', 'payout-request-transactions'];
    const others = allTools('en', ORIGIN).filter(
      ({ name, endpoint: { access, method, keys } }) =>
        method !== 'GET' &&
        keys !== 'test' &&
        !MOVES_MONEY.has(name) &&
        [access].flat().some((each) => power.includes(each)),
    );
    // A new call with these permissions must be classified here.
    expect(others.map(({ name }) => name)).toEqual([
      'refunds.amanInquiry',
      'refunds.amanSendOtp',
      'refunds.setOwnFields',
    ]);
  });
});

describe('a tool that is called', () => {
  test('makes one link however often it is repeated, and another with a key of its own', async () => {
    const client = await clientOf(few);
    const first = await use(client, 'paymentLinksCreate', link());
    expect(first).toMatchObject({
      isError: false,
      notes: [],
      reply: { data: { link: expect.stringContaining(`${ORIGIN}/pay/`) } },
    });
    const { language, ...rest } = link();
    const again = await use(client, 'paymentLinksCreate', { language, ...rest });
    expect(again.reply).toEqual(first.reply);
    expect(again.notes).toEqual([expect.stringContaining('idempotency_key')]);
    const other = await use(client, 'paymentLinksCreate', link({ idempotency_key: 'order-1042-b' }));
    expect(other.reply.data.id).not.toBe(first.reply.data.id);
    const listed = await use(client, 'paymentLinksList', { page_size: 1, metadata: { branch: 'Giza' } });
    expect(listed.reply).toMatchObject({ data: [], meta: { total: 0 } });
    expect((await use(client, 'paymentLinksList', { page_size: 1 })).reply.data).toHaveLength(1);
  });

  test('reads events in the version of the tools, or in the one that the program asks for', async () => {
    const key = (await create(owner, ['view-events'])).key;
    const { app, clock, database } = daftar;
    await database.sql`update api_keys set last_used_at = now() where merchant_id = ${owner.merchantId}`;
    const scope = { merchantId: owner.merchantId, mode: 'test' as const };
    await emitEvent(app.db, scope, 'order.created', EVENT_DATA['order.created'], { now: clock.now() });
    for (const [version, field] of [
      [LATEST_VERSION, 'amount'],
      [FIRST_VERSION, 'total_amount'],
    ] as const) {
      const client = await clientOf(
        key,
        'en',
        version === LATEST_VERSION ? {} : { 'daftar-version': version },
      );
      const [told] = (await use(client, 'eventsList', { type: 'order.created' })).reply.data;
      expect(told).toMatchObject({ version, data: { [field]: 900 } });
    }
  });

  test('is counted and written down as a call of the key, and no message beside it', async () => {
    const key = (await create(owner, ['view-pay-links-list'])).key;
    const left = async () =>
      Number(
        (await daftar.call({ path: '/merchant/payment_links', mode: 'test', as: by(owner, key) })).headers[
          'x-ratelimit-remaining'
        ],
      );
    const before = await left();
    const client = await clientOf(key);
    await client.listTools();
    await use(client, 'paymentLinksList', { page_size: 1 });
    expect(before - (await left())).toBe(2);
    const log = await daftar.call({
      path: '/merchant/api_requests',
      mode: 'test',
      as: owner,
      query: { path: 'payment_links' },
    });
    expect(log.body.data[1]).toMatchObject({
      path: '/merchant/payment_links',
      query: 'page_size=1',
      status: 200,
    });
    const rows = (
      await daftar.call({ path: '/merchant/api_requests', mode: 'test', as: owner, query: { path: 'mcp' } })
    ).body;
    expect(rows.data).toEqual([]);
  });

  test('fails with the code of the API and its page, in the language that was asked for', async () => {
    const client = await clientOf(few, 'ar');
    for (const [name, args, code] of [
      ['paymentLinksCreate', link({ amount: '-1' }), /./],
      ['paymentLinksList', { pagesize: 1 }, /^unknown_field$/],
      ['paymentLinksSetOwnFields', { merchant_reference: '7' }, /^required$/],
      ['paymentLinksSetOwnFields', { id: 999_999, merchant_reference: '7' }, /^not_found$/],
      // It is there, and this key may not.
      ['refundsCreate', { id: 1, amount: '1.00' }, /^forbidden$/],
      // Not a permission: this call has no such key of idempotency.
      ['paymentLinksDeactivate', { id: 1, idempotency_key: 'a' }, /^unknown_field$/],
    ] as const) {
      const { isError, reply } = await use(client, name, args);
      expect([name, isError]).toEqual([name, true]);
      expect(reply.code, name).toMatch(code);
      expect(reply.doc_url).toBe(`${ORIGIN}/docs/errors/${reply.code}`);
      expect(JSON.stringify(reply.message)).toMatch(/[ء-ي]/);
    }
    await expect(client.callTool({ name: 'nothing', arguments: {} })).rejects.toThrow(/-32602/);
  });

  test('sees what is of its own mode alone', async () => {
    const [test_, live] = await Promise.all([clientOf(all), clientOf(await roll(owner, 'live'))]);
    const person = { name: 'Mona Adel', mobile: '01012345678', email: 'mona@example.com' };
    expect((await use(test_, 'customersCreate', person)).isError).toBe(false);
    const found = await use(test_, 'customersList', { PageSize: 5 });
    expect(found.reply.data.length).toBeGreaterThan(0);
    expect((await use(live, 'customersList', { PageSize: 5 })).reply.data).toEqual([]);
  });

  test('gives a bounded reply: whole rows, and how many are left out', () => {
    const rows = Array.from({ length: 100 }, (_, id) => ({ id, note: 'x'.repeat(1500) }));
    const reply = (data: unknown) => ({ status: 200, headers: {}, body: JSON.stringify({ data }) });
    const { content } = resultOf('en', reply(rows)) as { content: { text: string }[] };
    expect(content[0]!.text.length).toBeLessThan(60_001);
    const shown = JSON.parse(content[0]!.text).data.length;
    expect(content[1]!.text).toContain(String(100 - shown));
    const long = resultOf('en', reply('x'.repeat(70_000))) as { content: { text: string }[] };
    expect(long.content.map(({ text }) => text.length > 1000)).toEqual([true, false]);
  });
});

describe('a message', () => {
  const send = (given: {
    body?: unknown;
    method?: 'POST' | 'GET' | 'DELETE';
    headers?: Record<string, string>;
  }) => {
    const { body = { jsonrpc: '2.0', id: 1, method: 'tools/list' }, method = 'POST', headers = {} } = given;
    return daftar.call({
      method,
      path: '/mcp',
      headers: { authorization: `Bearer ${few}`, accept: 'application/json, text/event-stream', ...headers },
      ...(method === 'POST' ? { body } : {}),
    });
  };

  test('without a secret key is refused, and told how', async () => {
    const { body } = await daftar.call({ path: KEYS, mode: 'test', as: owner });
    for (const [authorization, status] of [
      ['', 401],
      [`Bearer sk_test_${'0'.repeat(64)}`, 401],
      [String(owner.headers.authorization), 401],
      [`Bearer ${body.data.publicKey}`, 403],
    ] as const) {
      const answer = await send({ headers: { authorization } });
      expect(answer.status).toBe(status);
      expect(answer.headers['www-authenticate']).toBe(status === 401 ? 'Bearer' : undefined);
    }
  });

  test('of another website’s page is refused, also where that has a name that leads to us', async () => {
    for (const [origin, status] of [
      [ORIGIN, 200],
      ['https://elsewhere.example', 403],
      ['null', 403],
    ] as const)
      expect((await send({ headers: { origin } })).status).toBe(status);
    const rebound = await send({ headers: { origin: 'http://rebound.example', host: 'rebound.example' } });
    expect(rebound.status).toBe(403);
  });

  test('is one message of the protocol, of bounded size, and opens no session and no stream', async () => {
    expect((await send({ body: [{ jsonrpc: '2.0', id: 1, method: 'tools/list' }] })).status).toBe(400);
    expect((await send({ body: { anything: 'else' } })).status).toBe(400);
    expect((await send({ body: { jsonrpc: '2.0', id: 1, method: 'x'.repeat(2_000_000) } })).status).toBe(413);
    for (const method of ['GET', 'DELETE'] as const)
      expect(await send({ method })).toMatchObject({ status: 405, headers: { allow: 'POST' } });
    const { headers } = await send({});
    expect(headers['mcp-session-id']).toBeUndefined();
    expect(headers['cache-control']).toBe('no-store');
    expect((await send({ body: { jsonrpc: '2.0', method: 'notifications/initialized' } })).status).toBe(202);
    expect((await send({ body: { jsonrpc: '2.0', id: 1, method: 'resources/list' } })).body.error.code).toBe(
      -32601,
    );
  });

  test('comes from an allowed address, and so does the call that it asks for', async () => {
    const careful = await daftar.merchant();
    const key = await roll(careful, 'test');
    const { post } = settingsOf(() => ({ daftar, owner: careful }));
    const { proven } = keysOf(() => daftar);
    const saved = await post('IpWhiteListing', await proven(careful, { ips: ['10.0.0.7'] }));
    expect(saved.status, saved.raw).toBe(200);
    const from = async (remoteAddress: string) => {
      const answer = await daftar.server.inject({
        method: 'POST',
        url: '/mcp',
        remoteAddress,
        headers: { authorization: `Bearer ${key}`, accept: 'application/json, text/event-stream' },
        payload: {
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'transactionsList', arguments: {} },
        },
      });
      return [answer.statusCode, answer.json().result?.isError ?? false];
    };
    expect(await from('10.0.0.7')).toEqual([200, false]);
    expect((await from('10.0.0.8'))[0]).toBe(403);
  });
});

test('a request of the API has each argument in its place', () => {
  const caller = { mode: 'test', sessionId: 'key.1.2' } as Parameters<typeof requestOf>[0];
  const tool = (name: string) => allTools('en', ORIGIN).find((each) => each.name === name)!;
  expect(requestOf(caller, tool('transactions.list'), { page: 2, reference: 'a b' })).toMatchObject({
    method: 'GET',
    headers: {},
  });
  const asked = requestOf(caller, tool('payment-links.list'), {
    metadata: { branch: 'Giza', 'a&b': '1' },
    page: 2,
  });
  expect(new URL(asked.url, ORIGIN).searchParams.get('metadata[a&b]')).toBe('1');
  expect(requestOf(caller, tool('refunds.create'), { id: '../7', amount: '1.00' })).toMatchObject({
    url: '/api/sandbox/merchant/transactions/..%2F7/refunds',
    payload: { amount: '1.00' },
    headers: { 'idempotency-key': expect.stringMatching(/^mcp-[\w-]{43}$/) },
  });
  // No text that an address cannot have, no way to another call, and nothing given is as good as nothing.
  const details = (id: unknown) => requestOf(caller, tool('transactions.details'), { id }).url;
  expect(details('\ud800')).toBe('/api/sandbox/merchant/transactions/%EF%BF%BD');
  expect(details({ toString: 1 })).toContain('toString');
  for (const id of ['.', '..', ['..']]) expect(() => details(id)).toThrow();
  const withKey = (idempotency_key: unknown) =>
    requestOf(caller, tool('refunds.create'), { id: 7, amount: '1.00', idempotency_key }).headers;
  expect(withKey(null)).toEqual(withKey(undefined));
  expect(() => withKey({})).toThrow();
  expect(requestOf(caller, tool('simulator.payment'), { scenario: 'card-declined' }).url).toBe(
    '/api/sandbox/merchant/simulations/payment',
  );
});

test('the program of the documentation connects, sees its tools and uses one', async () => {
  const program = join(projectRoot, 'web/docs/samples/mcp.mjs');
  const env = { ...process.env, DAFTAR_URL: address.origin, DAFTAR_SECRET_KEY: few };
  const { stdout } = await promisify(execFile)(process.execPath, [program], { env });
  const [tools = '', found = ''] = stdout.split('\n');
  expect(tools.split(' ')).toEqual(await namesOf(await clientOf(few)));
  expect(JSON.parse(found)).toMatchObject({ statusCode: 200, meta: { per_page: 5 } });
  for (const lang of ['en', 'ar'])
    expect((await daftar.call({ path: `/docs/mcp?lang=${lang}` })).raw).toContain('callTool');
});
