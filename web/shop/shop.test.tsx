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
}, 60_000);

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

    it('is a whole document of one heading, in its language and direction', () => {
      const document = draw();
      const dir = locale === 'ar' ? 'rtl' : 'ltr';
      expect(document.startsWith(`<!doctype html><html lang="${locale}" dir="${dir}">`)).toBe(true);
      expect(count(document, /<h1[ >]/g)).toBe(1);
      expect(document).toContain('name="viewport"');
    });

    it('needs no script, has nothing that the policy refuses, and asks nothing of other sites', () => {
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

    it('leaves no sentence untold, and is small', () => {
      const document = draw();
      expect(textOf(document)).not.toMatch(/\{\{|undefined|\[object|NaN/);
      expect(textOf(document)).not.toMatch(/^(?:[a-z]+\.)+[A-Za-z_-]+$/m);
      expect(gzipSync(document).length).toBeLessThan(GOAL_BYTES);
    });
  });
});

it('asks for a proof of work by the one script that its policy allows, and by it alone', () => {
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

  it('counts in all forms', () => {
    const left = (available: number) =>
      /class="few">([^<]*)/.exec(html(viewOf('ar', productPage({ available }))))?.[1];
    expect(new Set([1, 2, 3].map(left)).size).toBe(3);
    expect(left(3)).toContain('٣');
  });
});

describe('a shared link', () => {
  it('of a product shows its name, price and picture, from the public host', () => {
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

  it('has an address of its own in each language, and names the other', () => {
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

  it('is found by search engines when it is a live store’s list or product, and nothing else is', () => {
    const robots = (view: StoreView) => metaOf(html(view), 'robots');
    expect(robots(viewOf('en', listPage()))).toBeUndefined();
    expect(robots(viewOf('en', productPage()))).toBeUndefined();
    expect(robots(viewOf('en', productPage(), { mode: 'test' }))).toBe('noindex');
    expect(robots(viewOf('en', checkoutPage()))).toBe('noindex');
    expect(robots(viewOf('en', orderPage()))).toBe('noindex');
  });
});

describe('what a shopper can do', () => {
  it('who pays on delivery is told at the top that a code was sent, and Enter orders instead of asking for another', () => {
    const page = html(viewOf('en', checkoutPage({ codeSentTo: '01112345678' })));
    expect(page).toContain('href="#f-otp"');
    expect(page).toContain('autoComplete="one-time-code"');
    const [first = ''] = /<button[^>]*>/.exec(page.slice(page.indexOf('class="form"'))) ?? [];
    expect(first).toContain('class="main"');
    expect(html(viewOf('en', checkoutPage()))).not.toContain('f-otp');
  });

  it('a small screen is offered the small picture of a product, and asks for it first', () => {
    const [picture = ''] = /<img class="picture large"[^>]*>/.exec(html(viewOf('en', productPage()))) ?? [];
    expect(picture.toLowerCase()).toContain('srcset="/media/pot?size=small 400w, /media/pot 1600w"');
    expect(picture.toLowerCase()).toContain('fetchpriority="high"');
    expect(picture).toContain('loading="eager"');
  });

  it('a sold-out product is said to be so and cannot be put into the cart', () => {
    const document = html(viewOf('en', productPage({ available: 0 })));
    expect(document).not.toContain('class="buy"');
    expect(html(viewOf('en', productPage({ available: 3 })))).toContain('max="3"');
  });

  it('a list keeps what it was asked for from page to page', () => {
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

  it('what was typed stays beside what is wrong with it, and the fields say so to a reader', () => {
    const errors = { email: [{ key: 'InvalidEmail' as const }] };
    const document = html(viewOf('en', checkoutPage({ values: { email: 's@' }, errors })));
    const [field = ''] = /<input[^>]* name="email"[^>]*>/.exec(document) ?? [];
    expect(field).toContain('value="s@"');
    expect(field).toContain('aria-invalid="true"');
    expect(document).toContain('role="alert"');
  });

  it('an order that can be paid says where; a paid or canceled one does not', () => {
    const pay = `/pay/${'x'.repeat(27)}`;
    expect(html(viewOf('en', orderPage()))).toContain(`href="${pay}"`);
    expect(html(viewOf('en', orderPage({ isPaid: true, payUrl: null })))).not.toContain('/pay/');
  });

  it('what a merchant or shopper wrote is text, whatever it looks like', () => {
    const name = '<img src=x onerror=alert(1)>"\'';
    const document = html(viewOf('en', productPage({ name, description: '</style><script>1</script>' })));
    expect(document).not.toContain('<img src=x');
    expect(without(document)).not.toContain('<script');
  });

  it('a link of the merchant’s that is no web address is left out', () => {
    const view = viewOf('en', listPage());
    const social = [{ kind: 'facebook' as const, url: 'javascript:alert(1)' }];
    expect(html({ ...view, merchant: { ...view.merchant!, social } })).not.toContain('javascript:');
  });
});
