/** What developers read: the pages as they are built, in both languages. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../tests/kit/server.ts';

let daftar: TestServer;
beforeAll(async () => {
  daftar = await startTestServer({ publicUrl: 'https://daftar.example' });
});
afterAll(() => daftar.close());

const get = (path: string, headers = {}) => daftar.call({ path, headers });
const PAGES = ['/docs', '/docs/reference', '/docs/reference/refunds', '/terms', '/privacy'];
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1]!);
const idsOf = (html: string) => all(html, /<(?:h\d|section)[^>]* id="([^"]+)"/g);

describe.each(PAGES)('%s', (path) => {
  test('exists in both languages, with the same sections and no script', async () => {
    const [en, ar] = [await get(`${path}?lang=en`), await get(path, { 'accept-language': 'ar-EG,en;q=0.5' })];
    for (const page of [en, ar]) {
      expect(page.status).toBe(200);
      expect(page.raw).not.toContain('<script');
      expect(page.raw.match(/<h1/g)).toHaveLength(1);
      expect(page.raw).not.toMatch(/\{\{|\{#|>(?:nav|call|field|cards|events)\.\w/);
    }
    expect(en.raw).toContain('<html lang="en" dir="ltr">');
    expect(ar.raw).toContain('<html lang="ar" dir="rtl">');
    expect(idsOf(ar.raw)).toEqual(idsOf(en.raw));
    for (const [page, locale] of [
      [en, 'en'],
      [ar, 'ar'],
    ] as const) {
      const told = [
        ...page.raw.matchAll(/<link rel="(?:canonical|alternate)"(?: hrefLang="([\w-]+)")? href="([^"]+)"/gi),
      ];
      expect(
        told.map(([, language, address]) => [language, new URL(address!).pathname, new URL(address!).search]),
      ).toEqual([
        [undefined, path, `?lang=${locale}`],
        ['ar', path, '?lang=ar'],
        ['en', path, '?lang=en'],
        ['x-default', path, ''],
      ]);
    }
    expect(ar.raw.match(/<pre/g)?.length).toBe(en.raw.match(/<pre/g)?.length);
  });

  test('has no broken links', async () => {
    for (const lang of ['en', 'ar']) {
      const { raw } = await get(`${path}?lang=${lang}`);
      const links = new Set(all(raw, /href="([^"]+)"/g));
      expect(links.size).toBeGreaterThan(5);
      for (const link of links) {
        const [address = '', id] = link.replaceAll('&amp;', '&').split('#');
        if (address.startsWith('https://')) continue;
        const target = address === '' ? raw : (await get(address)).raw;
        if (address !== '') expect((await get(address)).status, link).toBe(200);
        if (id) expect(target, link).toContain(`id="${id}"`);
      }
    }
  });
});

test('an unknown noun is 404', async () => {
  for (const noun of ['ops', 'nothing', '%00', '__proto__']) {
    expect((await get(`/docs/reference/${noun}`)).status).toBe(404);
  }
});

test('the document is served for tools', async () => {
  const { status, body, headers } = await get('/openapi.json');
  expect(status).toBe(200);
  expect(headers['content-type']).toContain('application/json');
  expect(body).toMatchObject({
    openapi: '3.1.0',
    servers: [{ url: 'https://daftar.example/api/sandbox' }, {}],
  });
});
