// @vitest-environment node
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { StoreLocale, StoreRenderer, StoreView } from '@daftar/contract/storefront';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  checkoutPage,
  everyPage,
  listPage,
  orderPage,
  PRODUCT,
  productPage,
  viewOf,
} from './testing/views.ts';

/** The module as the server gets it: built, with React and the style in it. */
let renderer: StoreRenderer;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'daftar-shop-'));
  await build({
    configFile: fileURLToPath(new URL('../vite.shop.config.ts', import.meta.url)),
    logLevel: 'error',
    build: { outDir: folder },
  });
  renderer = await import(/* @vite-ignore */ pathToFileURL(join(folder, 'render.js')).href);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const html = (view: StoreView) => renderer.renderStorePage(view);
const without = (document: string) => document.replace(/<style>.*?<\/style>/s, '');
const textOf = (document: string) => without(document).replace(/<[^>]*>/g, '\n');
const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;
const metaOf = (document: string, name: string) =>
  new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(document)?.[1];
const LOCALES: StoreLocale[] = ['ar', 'en'];
const GOAL_BYTES = 35_000;

describe.each(LOCALES)('every page in %s', (locale) => {
  describe.each(Object.entries(everyPage()))('%s', (_name, page) => {
    const draw = () => html(viewOf(locale, page));

    it('is a complete document with one heading, in its language and direction', () => {
      const document = draw();
      const dir = locale === 'ar' ? 'rtl' : 'ltr';
      expect(document.startsWith(`<!doctype html><html lang="${locale}" dir="${dir}">`)).toBe(true);
      expect(count(document, /<h1[ >]/g)).toBe(1);
      expect(document).toContain('name="viewport"');
    });

    it('works without JavaScript, contains nothing that its policy refuses, and loads nothing from other sites', () => {
      const document = draw();
      const [, style = ''] = /<style>(.*?)<\/style>/s.exec(document) ?? [];
      const hash = createHash('sha256').update(style, 'utf8').digest('base64');
      expect(renderer.csp).toEqual({
        script: [expect.stringMatching(/^'sha256-/)],
        style: [`'sha256-${hash}'`],
      });
      expect(style).not.toMatch(/@import|url\(/);
      const body = without(document);
      expect(body).not.toMatch(/<(?:script|iframe|link rel="stylesheet")|\sstyle=|\son\w+=|\ssrc="http/);
    });

    it('shows no placeholder or raw key, and is small', () => {
      const document = draw();
      expect(textOf(document)).not.toMatch(/\{\{|undefined|\[object|NaN/);
      expect(textOf(document)).not.toMatch(/^(?:[a-z]+\.)+[A-Za-z_-]+$/m);
      expect(gzipSync(document).length).toBeLessThan(GOAL_BYTES);
    });
  });
});

it('has a single script, for the proof of work, and only where one is required', () => {
  const document = html(viewOf('ar', checkoutPage({ challenge: 'order.1.n.t.s' })));
  expect(document).toContain('data-challenge="order.1.n.t.s" name="proof"');
  const scripts = [...document.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script]) => script!);
  const hashes = scripts.map((script) => createHash('sha256').update(script, 'utf8').digest('base64'));
  expect(hashes.map((hash) => `'sha256-${hash}'`)).toEqual(renderer.csp.script);
  expect(scripts[0]).toContain('data-challenge');
  expect(html(viewOf('ar', checkoutPage()))).not.toContain('<script');
});

describe('a page in Arabic', () => {
  it.each(Object.entries(everyPage()))('has no English sentence: %s', (_name, page) => {
    const text = textOf(html(viewOf('ar', page)));
    const known = /\b(?:English|Pot|COP|ORD-\w+|[ms]@x\.eg|X|Twitter|InstaPay|Instagram)\b/g;
    expect(text.replace(known, '').match(/[A-Za-z]{2,}/g) ?? []).toEqual([]);
  });

  it('uses all plural forms', () => {
    const left = (available: number) =>
      /class="few">([^<]*)/.exec(html(viewOf('ar', productPage({ available }))))?.[1];
    expect(new Set([1, 2, 3].map(left)).size).toBe(3);
    expect(left(3)).toContain('٣');
  });
});

describe('a shared link', () => {
  it('to a product shows its name, price and picture, with public addresses', () => {
    const document = html(viewOf('en', productPage()));
    expect(metaOf(document, 'og:title')).toBe(PRODUCT.name);
    expect(metaOf(document, 'og:description')).toMatch(/320\.50/);
    expect(metaOf(document, 'og:image')).toBe('https://daftar.example/media/pot');
    expect(metaOf(document, 'og:url')).toBe('https://daftar.example/store/nile/products/7?lang=en');
    expect(metaOf(document, 'product:price:amount')).toBe('320.50');
    expect(metaOf(html(viewOf('en', productPage({ available: 0 }))), 'product:availability')).toBe(
      'out of stock',
    );
  });

  it('has a canonical address per language and names the alternatives', () => {
    const plain = 'https://daftar.example/store/nile/products/7';
    for (const locale of ['ar', 'en'] as const) {
      const document = html(viewOf(locale, productPage()));
      const links = [
        ...document.matchAll(/<link rel="(canonical|alternate)"(?: hrefLang="([\w-]+)")? href="([^"]+)"/gi),
      ];
      expect(links.map(([, rel, language, href]) => [rel, language, href])).toEqual([
        ['canonical', undefined, `${plain}?lang=${locale}`],
        ['alternate', 'ar', `${plain}?lang=ar`],
        ['alternate', 'en', `${plain}?lang=en`],
        ['alternate', 'x-default', plain],
      ]);
    }
  });

  it('is indexed only for the list and the products of a live store', () => {
    const robots = (view: StoreView) => metaOf(html(view), 'robots');
    expect(robots(viewOf('en', listPage()))).toBeUndefined();
    expect(robots(viewOf('en', productPage()))).toBeUndefined();
    expect(robots(viewOf('en', productPage(), { mode: 'test' }))).toBe('noindex');
    expect(robots(viewOf('en', checkoutPage()))).toBe('noindex');
    expect(robots(viewOf('en', orderPage()))).toBe('noindex');
  });
});

describe('the storefront', () => {
  it('tells a shopper who pays on delivery that a code was sent, and Enter places the order instead of sending another code', () => {
    const page = html(viewOf('en', checkoutPage({ codeSentTo: '01112345678' })));
    expect(page).toContain('href="#f-otp"');
    expect(page).toContain('autoComplete="one-time-code"');
    const [first = ''] = /<button[^>]*>/.exec(page.slice(page.indexOf('class="form"'))) ?? [];
    expect(first).toContain('class="main"');
    expect(html(viewOf('en', checkoutPage()))).not.toContain('f-otp');
  });

  it('offers small screens the small picture of a product, and loads it first', () => {
    const [picture = ''] = /<img class="picture large"[^>]*>/.exec(html(viewOf('en', productPage()))) ?? [];
    expect(picture.toLowerCase()).toContain('srcset="/media/pot?size=small 400w, /media/pot 1600w"');
    expect(picture.toLowerCase()).toContain('fetchpriority="high"');
    expect(picture).toContain('loading="eager"');
  });

  it('marks a product as sold out and removes its cart button', () => {
    const document = html(viewOf('en', productPage({ available: 0 })));
    expect(document).not.toContain('class="buy"');
    expect(html(viewOf('en', productPage({ available: 3 })))).toContain('name="quantity"');
  });

  it('keeps the search of a list on every page', () => {
    const query = { q: 'نحاس', category: 1, sub: 11, sort: 'cheapest' } as const;
    const document = html(viewOf('en', listPage({ query, page: 2, lastPage: 3 })));
    const next = /href="([^"]*)" rel="next"/.exec(document)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(Object.fromEntries(new URLSearchParams(next.split('?')[1]))).toEqual({
      q: 'نحاس',
      category: '1',
      sub: '11',
      sort: 'cheapest',
      page: '3',
    });
  });

  it.each([
    ['en', 'There are more categories.'],
    ['ar', 'توجد فئات أخرى.'],
  ] as const)('says in %s that there are more categories than are shown', (locale, sentence) => {
    const page = (hasMoreCategories: boolean) =>
      textOf(html(viewOf(locale, listPage(), { hasMoreCategories })));
    expect(page(true)).toContain(sentence);
    expect(page(false)).not.toContain(sentence);
  });

  it('keeps the input beside its error, and marks the field as invalid', () => {
    const errors = { email: [{ key: 'InvalidEmail' as const }] };
    const document = html(viewOf('en', checkoutPage({ values: { email: 's@' }, errors })));
    const [field = ''] = /<input[^>]* name="email"[^>]*>/.exec(document) ?? [];
    expect(field).toContain('value="s@"');
    expect(field).toContain('aria-invalid="true"');
    expect(document).toContain('role="alert"');
  });

  it('links an unpaid order to its payment, and no paid or canceled one', () => {
    const pay = `/pay/${'x'.repeat(27)}`;
    expect(html(viewOf('en', orderPage()))).toContain(`href="${pay}"`);
    expect(html(viewOf('en', orderPage({ isPaid: true, payUrl: null })))).not.toContain('/pay/');
  });

  it('says of the address of no store that there is none, and nothing of a product', () => {
    const page = { kind: 'message', reason: 'not-found' } as const;
    expect(textOf(html(viewOf('en', page)))).toContain('the product is no longer sold');
    const nowhere = textOf(html(viewOf('en', page, { merchant: null })));
    expect(nowhere).toContain('No store at this address');
    expect(nowhere).not.toContain('product');
  });

  it('escapes text of merchants and shoppers', () => {
    const name = '<img src=x onerror=alert(1)>"\'';
    const document = html(viewOf('en', productPage({ name, description: '</style><script>1</script>' })));
    expect(document).not.toContain('<img src=x');
    expect(without(document)).not.toContain('<script');
  });

  it('leaves out a merchant’s link that is not a web address', () => {
    const view = viewOf('en', listPage());
    const social = [{ kind: 'facebook' as const, url: 'javascript:alert(1)' }];
    expect(html({ ...view, merchant: { ...view.merchant!, social } })).not.toContain('javascript:');
  });
});
