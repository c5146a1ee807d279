/** The developers' pages as built, in both languages. */
import { DOC_PAGES, GUIDES, SEARCH_PATH } from '@daftar/contract/docs';
import { PAYMENT_METHODS } from '@daftar/contract/lookups';
import { MONEY_SCENARIOS, PAYMENT_SCENARIOS, TRANSACTION_SCENARIOS } from '@daftar/contract/simulator';
import { API_VERSIONS } from '@daftar/contract/versions';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SOME_REQUEST, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { TEST_CARDS } from '../processors/sandbox/test-cards.ts';

let daftar: TestServer;
beforeAll(async () => {
  daftar = await startTestServer({ publicUrl: 'https://daftar.example' });
});
afterAll(() => daftar.close());

const get = (path: string, headers = {}) => daftar.call({ path, headers });
const asked = new Map<string, ReturnType<typeof get>>();
/** A page that many others lead to is asked for once. */
function known(path: string) {
  const answer = asked.get(path) ?? get(path);
  asked.set(path, answer);
  return answer;
}
/** Checks where a page's links lead within the site. */
async function expectLinksToLead(raw: string, links: Iterable<string>) {
  for (const link of links) {
    const [address = '', id] = link.replaceAll('&amp;', '&').split('#');
    if (address.startsWith('https://')) continue;
    const target = address === '' ? { status: 200, raw } : await known(address);
    expect(target.status, link).toBe(200);
    if (id) expect(target.raw, link).toContain(`id="${id}"`);
  }
}
const PAGES = [
  ...GUIDES.map((page) => DOC_PAGES[page]),
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
      await expectLinksToLead(raw, links);
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
    expect(links.filter((link) => link.includes('.md'))).toHaveLength(GUIDES.length + 5);
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

test('the tables of test mode say what the sandbox says', async () => {
  for (const lang of ['en', 'ar']) {
    const { raw } = await get(`/docs/test-data?lang=${lang}`);
    for (const { number } of TEST_CARDS) expect(raw).toContain(number);
    expect(raw).toContain('>insufficient_funds<');
    expect(all(raw, /<code dir="ltr">(\d)<\/code>/g)).toEqual(PAYMENT_METHODS.map(({ id }) => String(id)));
    for (const scenario of [...PAYMENT_SCENARIOS, ...MONEY_SCENARIOS, ...TRANSACTION_SCENARIOS])
      expect(raw).toContain(`>${scenario}<`);
    expect(raw).not.toMatch(/testCard\.|test\.step|paymentMethod\./);
  }
});

describe('the search', () => {
  const ask = (q: string, lang = 'en') => get(`${SEARCH_PATH}?lang=${lang}&q=${encodeURIComponent(q)}`);
  const hits = (raw: string) =>
    all(raw, /<a class="hit" href="([^"]+)"/g).map((href) => href.replaceAll('&amp;', '&'));

  test.each([
    ['en', 'amount_too_large', /^\/docs\/errors\/amount_too_large/],
    ['en', 'verify the signature', /^\/docs\?lang=en#verify$/],
    ['en', 'Create a payment link', /payment-links\?lang=en#paymentLinksCreate$/],
    ['en', 'success_url', /#(paymentLinksCreate|paymentLinksDetails|return|link)$/],
    ['en', 'going live', /going-live/],
    ['ar', 'التحقق من التوقيع', /^\/docs\?lang=ar#verify$/],
    // Without the article and with other letters than it is written with.
    ['ar', 'انشاء رابط دفع', /#paymentLinksCreate$/],
    ['ar', 'بطاقات التجربه', /cards|test/],
    ['ar', 'idempotency_conflict', /^\/docs\/errors\/idempotency_conflict/],
  ] as const)('in %s finds %s first, and every result leads somewhere', async (lang, query, first) => {
    const { status, raw, headers } = await ask(query, lang);
    expect(status).toBe(200);
    expect(hits(raw)[0]).toMatch(first);
    await expectLinksToLead(raw, hits(raw));
    expect(raw).toContain('<mark>');
    expect(raw).not.toMatch(/search\.\w|<script/);
    expect(headers['content-security-policy']).toContain("form-action 'self'");
    // The other language has the same question.
    expect(raw).toContain(
      `${SEARCH_PATH}?lang=${lang === 'en' ? 'ar' : 'en'}&amp;q=${encodeURIComponent(query)}`,
    );
  });

  test('is on every page as a form, which needs no script', async () => {
    for (const page of ['/docs', '/docs/reference/refunds', '/docs/errors', '/terms']) {
      const { raw, headers } = await known(`${page}?lang=ar`);
      expect(raw).toMatch(/<form action="\/docs\/search"><input type="hidden" name="lang" value="ar"\/>/);
      expect(headers['content-security-policy']).toContain("form-action 'self'");
    }
  });

  test('shows what is typed as text, and takes anything', async () => {
    const attack = '"><script>alert(1)</script><img src=x onerror=alert(1)>';
    const { raw } = await ask(attack);
    expect(raw).not.toMatch(/<script|<img/);
    expect(raw).toContain('&lt;script&gt;');
    for (const query of [
      '',
      '   ',
      '%',
      '\u0000',
      '(((((',
      '\\',
      '.*',
      'a'.repeat(5000),
      'a b c d e f g h i j k l',
      '٪',
      '\u202e',
    ])
      expect((await ask(query)).status, query).toBe(200);
    for (const query of ['?q=a&q=b', '?q[a]=1', '?q=%ED%A0%80', ''])
      expect((await get(`${SEARCH_PATH}${query}`)).status, query).toBe(200);
    expect(hits((await ask('the')).raw).length).toBeLessThanOrEqual(25);
  });

  test('says when nothing has the words, and where to look instead', async () => {
    for (const lang of ['en', 'ar']) {
      const { raw } = await ask('zzqqxx', lang);
      expect(hits(raw)).toEqual([]);
      expect(raw).toContain(`href="/docs/reference?lang=${lang}"`);
      expect(raw).toContain('content="noindex"');
    }
  });
});
