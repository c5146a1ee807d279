/** What somebody reads who comes by without an account: in their language, and nothing that is not there. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { categoryOf, productOf } from '../kit/samples-store.ts';
import { type Actor, startTestServer, type TestServer } from '../kit/server.ts';

let daftar: TestServer;
let owner: Actor;
beforeAll(async () => {
  daftar = await startTestServer({ publicUrl: 'https://daftar.example' });
  owner = await daftar.merchant();
});
afterAll(() => daftar.close());

const BROWSER = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8';
const get = (url: string, headers: Record<string, string> = {}) =>
  daftar.server.inject({ method: 'GET', url, headers });
const languageOf = (html: string) => /<html lang="(\w+)" dir="(\w+)"/.exec(html)?.slice(1).join(' ');

describe('a page for anonymous visitors', () => {
  test.each([
    ['en-GB,en;q=0.9', 'en ltr'],
    ['ar-EG,ar;q=0.9,en;q=0.8', 'ar rtl'],
    ['fr;q=0.9,en;q=0.5,ar;q=0.4', 'en ltr'],
    ['ar;q=0.2,en;q=0.7', 'en ltr'],
    ['ar;q=0,en;q=0.1', 'en ltr'],
    ['de', 'ar rtl'],
  ])('reports an error in the language of %j', async (language, expected) => {
    for (const path of [
      '/pay/nowhere',
      '/store/nowhere',
      '/docs/nowhere',
      '/missing.txt',
      '/pay/%FF',
      '/%FF',
    ]) {
      const reply = await get(path, { accept: BROWSER, 'accept-language': language });
      expect([path, reply.statusCode]).toEqual([path, path.includes('%FF') ? 400 : 404]);
      expect([path, languageOf(reply.body)]).toEqual([path, expected]);
      expect(reply.headers['x-request-id']).toMatch(/^[\w-]{36}$/);
      expect(reply.headers['content-security-policy']).not.toContain('unsafe');
      expect(reply.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' });
    }
  });

  test.each([
    ['ar-EG,en;q=0.5', 'ar rtl'],
    ['en-US', 'en ltr'],
    ['de', 'ar rtl'],
  ])('of sign-in or the console is in the language of %j from the first byte', async (language, expected) => {
    for (const path of ['/login', '/sign-up', '/reset-password/x', '/ops']) {
      const { body } = await get(path, { accept: BROWSER, 'accept-language': language });
      expect([path, languageOf(body)]).toEqual([path, expected]);
      const asked = await get(`${path}?lang=en`, { accept: BROWSER, 'accept-language': language });
      expect([path, languageOf(asked.body)]).toEqual([path, 'en ltr']);
    }
  });

  test('is in the language of its address, whatever the browser prefers', async () => {
    for (const path of [
      '/pay/nowhere?lang=ar',
      '/store/nowhere?lang=ar',
      '/docs/nowhere?lang=ar',
      '/%FF?lang=ar',
    ]) {
      const reply = await get(path, { accept: BROWSER, 'accept-language': 'en' });
      expect([path, languageOf(reply.body)]).toEqual([path, 'ar rtl']);
    }
  });

  test.each([
    ['en', 'The request could not be read'],
    ['ar', null],
  ])('is a JSON error in %s with a request id when a program asks for it', async (language, sentence) => {
    for (const path of ['/api/%FF', '/%FF', '/api/merchant/nowhere']) {
      const reply = await get(path, { 'accept-language': language });
      expect(reply.headers['x-request-id']).toMatch(/^[\w-]{36}$/);
      const { statusCode, message, ...more } = reply.json();
      expect(statusCode).toBe(reply.statusCode);
      expect(more).toEqual({
        code: path.includes('%FF') ? 'malformed' : 'not_found',
        doc_url: expect.stringContaining('/docs/errors/'),
        requestId: reply.headers['x-request-id'],
      });
      expect(/[\u0600-\u06ff]/.test(message)).toBe(language === 'ar');
      if (sentence && reply.statusCode === 400) expect(message).not.toContain('component');
    }
  });
});

describe('the address of a file that does not exist', () => {
  test.each([
    '/ads.txt',
    '/site.webmanifest',
    '/wp-login.php',
    '/.env',
    '/.well-known/security',
    '/apple-touch-icon-precomposed.png',
    '/a/b.json',
  ])('%s is answered with 404, not with the portal', async (path) => {
    expect((await get(path)).statusCode).toBe(404);
  });
});

describe('a store', () => {
  test('is in the visitor’s language unless they chose another', async () => {
    const path = `/store/store-${owner.merchantId}`;
    const inLanguage = async (headers: Record<string, string>, query = '') =>
      languageOf((await get(path + query, headers)).body);
    expect(await inLanguage({ 'accept-language': 'en-US,ar;q=0.3' })).toBe('en ltr');
    expect(await inLanguage({ 'accept-language': 'ar-EG' })).toBe('ar rtl');
    expect(await inLanguage({ 'accept-language': 'en', cookie: 'store_lang=ar' })).toBe('ar rtl');
    expect(await inLanguage({ 'accept-language': 'en', cookie: 'store_lang=en' }, '?lang=ar')).toBe('ar rtl');
  });
});

describe('a search engine', () => {
  test('may crawl the stores and is kept out of everything else', async () => {
    const reply = await get('/robots.txt');
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(reply.body).toContain('Sitemap: https://daftar.example/sitemap.xml');
    expect(reply.body.split('\n')).toEqual(
      expect.arrayContaining(['User-agent: *', 'Disallow: /', 'Allow: /store/']),
    );
  });

  test('finds the public pages and the open stores in both languages in the sitemap, and no other store', async () => {
    const [empty, suspended] = [await daftar.merchant(), await daftar.merchant()];
    for (const actor of [owner, suspended]) {
      await categoryOf({ daftar, actor, mode: 'live' });
      await productOf({ daftar, actor, mode: 'live' });
    }
    await daftar.app.db`update merchants set status = 4 where id = ${suspended.merchantId}`;
    await daftar.app
      .db`update merchants set status = 3 where id in (${owner.merchantId}, ${empty.merchantId})`;
    const reply = await get('/sitemap.xml');
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([
      200,
      'application/xml; charset=utf-8',
    ]);
    expect(reply.headers['cache-control']).toBe('public, max-age=3600');
    const found = [...reply.body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address);
    expect(found).toContain('https://daftar.example/docs?lang=en');
    expect(found).toContain(`https://daftar.example/store/store-${owner.merchantId}?lang=ar`);
    for (const { merchantId } of [empty, suspended]) {
      expect(reply.body).not.toContain(`/store/store-${merchantId}?`);
    }
  });

  test('must not index payment pages', async () => {
    for (const path of ['/pay/nowhere', `/pay/${'a'.repeat(27)}`]) {
      expect((await get(path)).headers['x-robots-tag']).toBe('noindex, nofollow');
    }
  });
});
