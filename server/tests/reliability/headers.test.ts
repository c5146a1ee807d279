/** What every kind of answer tells a browser, and what a defect gives away. */
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { EMBED_SCRIPT_PATH } from '@daftar/contract/embedding';
import { PICTURE_FILES } from '@daftar/contract/files';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadPayRenderer } from '../../src/checkout/renderer.ts';
import { storeFile } from '../../src/files/index.ts';
import { projectRoot } from '../../src/platform/paths.ts';
import { callCase, cases } from '../kit/cases.ts';
import { picture } from '../kit/files.ts';
import { productOf } from '../kit/samples-store.ts';
import { type Actor, startTestServer, type TestServer } from '../kit/server.ts';
import { CREATE_LINK, cardPost, linkForm, type Reply, send } from './client.ts';

let daftar: TestServer;
let owner: Actor;
let origin: string;
let payPath: string;
let receiptPath: string;
let asset: string;
let picturePath: string;
let invoicePath: string;
let mediaPath: string;

beforeAll(async () => {
  daftar = await startTestServer({ publicUrl: 'https://daftar.example' });
  await daftar.server.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(daftar.server.server.address() as AddressInfo).port}`;
  owner = await daftar.merchant();
  const made = await send(origin, CREATE_LINK, { body: linkForm('Link', 5), headers: owner.headers });
  payPath = new URL(made.body.data.link).pathname;
  const paid = await send(origin, payPath, { body: cardPost({ email: 'payer@example.com' }) });
  receiptPath = paid.headers.get('location')!;
  const file = { field: 'file', name: 'shop.png', claimedType: 'image/png', content: await picture() };
  ({ path: picturePath } = await storeFile(daftar.app, owner, {
    purpose: 'document',
    file,
    rule: PICTURE_FILES,
  }));
  const invoice = cases.find(({ name, mode }) => name === 'invoices.create' && mode === 'test')!;
  expect((await callCase(daftar, invoice, owner, owner)).status).toBe(200);
  await productOf({ daftar, actor: owner, mode: 'live' });
  const [tokens] = await daftar.database.sql<{ share: string; media: string }[]>`
    select (select token from invoice_shares where merchant_id = ${owner.merchantId} limit 1) as share,
           (select token from public_files where merchant_id = ${owner.merchantId} limit 1) as media`;
  invoicePath = `/pay/${tokens!.share}`;
  mediaPath = `/media/${tokens!.media}`;
  // What only the list of notifications reads: a defect, for its answer.
  await daftar.database.sql`alter table notification_archives rename to nowhere`;
  asset = /\/assets\/[^"]+\.js/.exec((await send(origin, '/login')).raw)![0];
});
afterAll(() => daftar.close());

/** `for websites`: public, and pages of other websites may load it. */
type Kind = 'data' | 'page' | 'payment page' | 'public' | 'for websites';
/** Every kind of answer: how to get it, its status, and what it is. */
const answers: [
  name: string,
  path: () => string,
  options: () => Parameters<typeof send>[2],
  status: number,
  kind: Kind,
][] = [
  [
    'an API response',
    () => '/api/merchant/authenticated-merchant',
    () => ({ headers: owner.headers }),
    200,
    'data',
  ],
  ['a list', () => '/api/sandbox/merchant/payment_links', () => ({ headers: owner.headers }), 200, 'data'],
  ['401', () => '/api/merchant/authenticated-merchant', () => ({}), 401, 'data'],
  [
    '400',
    () => '/api/merchant/login',
    () => ({ body: { email: 'a@b.example', password: 'x' } }),
    400,
    'data',
  ],
  ['422', () => '/api/merchant/register', () => ({ body: {} }), 422, 'data'],
  ['404 of the API', () => '/api/nothing', () => ({}), 404, 'data'],
  ['500', () => '/api/sandbox/merchant/notifications', () => ({ headers: owner.headers }), 500, 'data'],
  [
    'an export',
    () => '/api/sandbox/merchant/payment_links/exportCsv',
    () => ({ body: { payLinks: null }, headers: owner.headers }),
    200,
    'data',
  ],
  [
    'a file',
    () => `/api/sandbox/merchant/storage/${picturePath}`,
    () => ({ headers: owner.headers }),
    200,
    'data',
  ],
  [
    'a missing file',
    () => `/api/sandbox/merchant/storage/${'a'.repeat(32)}.png`,
    () => ({ headers: owner.headers }),
    404,
    'data',
  ],
  ['the console', () => '/ops', () => ({}), 200, 'page'],
  ['a missing asset of the console', () => '/ops/assets/nothing.js', () => ({}), 404, 'public'],
  ['a store', () => `/store/store-${owner.merchantId}`, () => ({}), 200, 'payment page'],
  ['a public picture', () => mediaPath, () => ({}), 200, 'public'],
  ['an invoice to pay', () => invoicePath, () => ({}), 200, 'payment page'],
  ['an invoice to print', () => `${invoicePath}/invoice`, () => ({}), 200, 'payment page'],
  ['an invoice as PDF', () => `${invoicePath}/invoice.pdf`, () => ({}), 200, 'data'],
  [
    'a workbook',
    () => '/api/sandbox/merchant/invoices/exportCsv',
    () => ({ body: { invoices: null, format: 'xlsx' }, headers: owner.headers }),
    200,
    'data',
  ],
  ['a missing store', () => '/store/nobody-sells-here', () => ({}), 404, 'payment page'],
  ['413', () => '/api/merchant/register', () => ({ body: { a: 'x'.repeat(2_000_000) } }), 413, 'data'],
  ['415', () => '/api/merchant/login', () => ({ body: 'a=1' }), 415, 'data'],
  ['the outbox', () => '/dev/outbox', () => ({}), 200, 'data'],
  ['the portal', () => '/', () => ({}), 200, 'page'],
  ['a screen of the portal', () => '/payment-links/17?x=1', () => ({}), 200, 'page'],
  ['an asset', () => asset, () => ({}), 200, 'public'],
  ['a missing asset', () => '/assets/nothing.js', () => ({}), 404, 'public'],
  ['the icon', () => '/favicon.svg', () => ({}), 200, 'public'],
  ['the service worker', () => '/worker.js', () => ({}), 200, 'public'],
  ['the manifest', () => '/app-ar.webmanifest', () => ({}), 200, 'public'],
  ['the developer guide', () => '/docs', () => ({}), 200, 'public'],
  ['the reference', () => '/docs/reference/refunds', () => ({}), 200, 'public'],
  ['the script for websites', () => EMBED_SCRIPT_PATH, () => ({}), 200, 'for websites'],
  ['the list of what programs can read', () => '/llms.txt', () => ({}), 200, 'public'],
  ['a page as plain text', () => '/docs/guide.md', () => ({}), 200, 'public'],
  ['a page that has no plain text', () => '/docs/reference.md', () => ({}), 404, 'public'],
  ['the files of requests', () => '/sdk/daftar.http', () => ({}), 200, 'public'],
  ['an SDK', () => '/sdk/daftar-php.tar.gz', () => ({}), 200, 'public'],
  ['a missing SDK', () => '/sdk/nothing.tgz', () => ({}), 404, 'public'],
  [
    'a message of an assistant without a key',
    () => '/mcp',
    () => ({ body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } }),
    401,
    'data',
  ],
  [
    'a page that asks an assistant’s address',
    () => '/mcp',
    () => ({ headers: { accept: 'text/html' } }),
    405,
    'data',
  ],
  ['the terms', () => '/terms', () => ({}), 200, 'public'],
  ['the OpenAPI document', () => '/openapi.json', () => ({}), 200, 'public'],
  ['health', () => '/healthz', () => ({}), 200, 'public'],
  ['readiness', () => '/readyz', () => ({}), 200, 'public'],
  ['the payment page', () => payPath, () => ({}), 200, 'payment page'],
  ['a receipt', () => receiptPath, () => ({}), 200, 'payment page'],
  ['a payment’s state', () => `${receiptPath}/status`, () => ({}), 200, 'data'],
  ['an unknown payment page', () => `/pay/${'a'.repeat(27)}`, () => ({}), 404, 'payment page'],
  ['a form with mistakes', () => payPath, () => ({ body: 'method=1' }), 422, 'payment page'],
  ['a payment posted', () => payPath, () => ({ body: cardPost({ email: 'b@example.com' }) }), 303, 'data'],
  [
    'a cross-site form',
    () => payPath,
    () => ({ body: 'method=1', headers: { 'sec-fetch-site': 'cross-site' } }),
    403,
    'payment page',
  ],
  ['a directory without a token', () => '/scim/v2/Users', () => ({}), 401, 'data'],
  ['the operators’ directory without a token', () => '/scim/ops/v2/Users', () => ({}), 401, 'data'],
  ['a forged callback', () => '/pay/callbacks/sandbox', () => ({ body: {} }), 401, 'data'],
];

describe.each(answers)('%s', (_name, path, options, status, kind) => {
  let reply: Reply;
  let policy: string;
  beforeAll(async () => {
    reply = await send(origin, path(), options());
    policy = reply.headers.get('content-security-policy') ?? '';
  });

  test('has the expected status and the headers of every response', () => {
    expect(reply.status, reply.raw.slice(0, 300)).toBe(status);
    const { headers } = reply;
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('strict-transport-security')).toMatch(/^max-age=\d{8,}/);
    expect(headers.get('referrer-policy')).toMatch(
      /^(no-referrer|same-origin|strict-origin-when-cross-origin)$/,
    );
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('server')).toBeNull();
    expect(headers.get('access-control-allow-origin')).toBe(kind === 'for websites' ? '*' : null);
  });

  test('runs only our own scripts, and cannot be framed', () => {
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|\*|http:|wasm/);
    expect(policy).toMatch(
      kind === 'page' ? /script-src 'self' 'nonce-[\w+/=]{20,}';/ : /default-src 'none'/,
    );
    for (const [, attributes = '', code = ''] of reply.raw.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)) {
      if (kind === 'payment page') {
        expect(attributes).not.toContain('src');
        const hash = createHash('sha256').update(code).digest('base64');
        expect(policy).toContain(`'sha256-${hash}'`);
      } else if (code.trim() !== '') {
        expect(policy).toContain(/nonce="([^"]+)"/.exec(attributes)?.[1]);
      }
    }
  });

  test('has a content security policy without a loophole', () => {
    const directives = new Map(
      policy.split(';').map((each) => {
        const [name = '', ...sources] = each.trim().split(/\s+/);
        return [name, sources] as const;
      }),
    );
    // A directive named twice would be read once.
    expect(directives.size).toBe(policy.split(';').length);
    const scripts = directives.get('script-src') ?? directives.get('default-src') ?? ['missing'];
    // No host, no scheme, nothing that is written in the page itself unless it is named by nonce or hash.
    expect(
      scripts.filter((each) => !/^'(none|self|nonce-[\w+/=]{20,}|sha256-[\w+/=]{44})'$/.test(each)),
    ).toEqual([]);
    expect(directives.get('object-src') ?? directives.get('default-src')).toEqual(["'none'"]);
    if (!reply.headers.get('content-type')?.includes('html')) return;
    // Neither falls back to default-src: without them a page could be made to post elsewhere, or to load from there.
    expect(directives.get('base-uri')).toEqual(["'none'"]);
    const forms = directives.get('form-action') ?? ['missing'];
    expect(forms.filter((each) => !/^'(none|self)'$|^https:\/\/[\w.:-]+$/.test(each))).toEqual([]);
  });

  test('is not cached unless it is public', () => {
    if (kind !== 'public' && kind !== 'for websites')
      expect(reply.headers.get('cache-control')).toContain('no-store');
  });
});

test('the portal’s service worker may ask us for pages, and is asked for anew after each release', async () => {
  const { status, headers } = await send(origin, '/worker.js');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toContain('text/javascript');
  expect(headers.get('cache-control')).toBe('no-cache');
  const policy = headers.get('content-security-policy')!.split('; ');
  expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", "connect-src 'self'"]));
});

test.each(['portal', 'ops'])(
  'the PDF worker of %s has its own policy: it may compile WebAssembly and connect to nothing',
  async (folder) => {
    const assets = readdirSync(`${projectRoot}/web/dist/${folder}/assets`);
    const workers = assets.filter((name) => /^pdf\.worker.*\.mjs$/.test(name));
    expect(workers).toHaveLength(1);
    const prefix = folder === 'ops' ? '/ops/assets/' : '/assets/';
    const { status, headers } = await send(origin, `${prefix}${workers[0]}`);
    expect(status).toBe(200);
    const policy = headers.get('content-security-policy')!.split('; ');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval'");
    expect(policy.filter((each) => /^(connect|img|style|font|worker|frame)-src/.test(each))).toEqual([]);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  },
);

describe('the payment page', () => {
  test('contains exactly the scripts of its inventory, with the hashes that its policy names', async () => {
    const { scripts } = await loadPayRenderer();
    const { raw } = await send(origin, payPath);
    const inPage = [...raw.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, code = '']) => ({
      sha256: createHash('sha256').update(code).digest('base64'),
      bytes: Buffer.byteLength(code),
    }));
    expect(inPage.length).toBe(1);
    expect(inPage).toEqual(
      scripts.map(({ sha256, bytes }) => ({ sha256: sha256.replace(/^'?sha256-|'$/g, ''), bytes })),
    );
    expect(raw).not.toMatch(/\son\w+=|javascript:|<iframe|<object|<embed|<base/i);
    // Nothing is fetched from anywhere else.
    expect(raw.match(/(?:src|href|action)="(?:https?:)?\/\/[^"]+/g) ?? []).toEqual([]);
  });

  test('sets its cookies as Secure and HttpOnly', async () => {
    const { headers } = await send(origin, `${payPath}?lang=en`);
    const cookies = headers.getSetCookie();
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies) expect(cookie).toMatch(/HttpOnly; SameSite=Lax; Secure$/);
  });
});

describe('HSTS', () => {
  test('is not sent without https', async () => {
    const plain = await startTestServer({ publicUrl: 'http://localhost:3000' });
    const answer = await plain.call({ path: '/healthz' });
    expect(answer.headers['strict-transport-security']).toBeUndefined();
    await plain.close();
  });
});
