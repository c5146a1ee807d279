/** What developers read: the pages as they are built, in both languages. */
import { API_VERSIONS } from '@daftar/contract/versions';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SOME_REQUEST, startTestServer, type TestServer } from '../../tests/kit/server.ts';

let daftar: TestServer;
beforeAll(async () => {
  daftar = await startTestServer({ publicUrl: 'https://daftar.example' });
});
afterAll(() => daftar.close());

const get = (path: string, headers = {}) => daftar.call({ path, headers });
const PAGES = [
  '/docs',
  '/docs/reference',
  '/docs/reference/refunds',
  '/docs/errors',
  '/docs/errors/amount_too_large',
  '/docs/versions',
  '/docs/changelog',
  '/terms',
  '/privacy',
];
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

test('an unknown noun or code is 404', async () => {
  for (const noun of ['ops', 'nothing', '%00', '__proto__', 'ops_not_held']) {
    expect((await get(`/docs/reference/${noun}`)).status).toBe(404);
    expect((await get(`/docs/errors/${noun}`)).status).toBe(404);
  }
});

test('an error leads to the page of its code, which shows the sentence', async () => {
  const owner = await daftar.merchant();
  for (const lang of ['en', 'ar']) {
    const { status, body } = await daftar.call({
      path: '/merchant/payment_links',
      mode: 'test',
      as: owner,
      query: { date_from: 'soon', due_date: '2026-02-30', page_size: '101' },
      headers: { 'accept-language': lang },
    });
    expect(status).toBe(422);
    expect(body).toMatchObject({
      code: 'invalid_date',
      param: 'due_date',
      doc_url: 'https://daftar.example/docs/errors/invalid_date',
      error_codes: { due_date: ['invalid_date'], page_size: ['number_outside'] },
      requestId: SOME_REQUEST,
    });
    expect(body.errors.page_size[0]).toMatch(/100|١٠٠/);
    const page = await get(`${new URL(body.doc_url).pathname}?lang=${lang}`);
    expect(page.raw).toContain(body.errors.due_date[0]);
  }
});

test('every version of the API is told in both languages, the newest first', async () => {
  for (const lang of ['en', 'ar'])
    expect(idsOf((await get(`/docs/changelog?lang=${lang}`)).raw)).toEqual(API_VERSIONS.toReversed());
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

test('/llms.txt lists plain pages, the document and the SDKs in both languages, and every link answers', async () => {
  for (const lang of ['en', 'ar']) {
    const { status, raw, headers } = await get(`/llms.txt?lang=${lang}`);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(raw).toMatch(/^# .+\n\n> .+\n/);
    expect(raw).not.toMatch(/plain\.|nav\./);
    const links = all(raw, /\]\(https:\/\/daftar\.example([^)]+)\)/g);
    expect(links.filter((link) => link.includes('.md'))).toHaveLength(6);
    for (const link of links) {
      const page = await get(link);
      expect(page.status, link).toBe(200);
      if (!link.includes('.md')) continue;
      expect(page.headers['content-type']).toBe('text/markdown; charset=utf-8');
      expect(page.raw).toMatch(/^# /);
      expect(page.raw).not.toMatch(/\{\{|\{#|\]\([/#]/);
      for (const inner of all(page.raw, /\]\(https:\/\/daftar\.example([^)#]+)/g))
        expect((await get(inner)).status, inner).toBe(200);
    }
  }
  expect((await get('/docs/reference.md')).status).toBe(404);
});
