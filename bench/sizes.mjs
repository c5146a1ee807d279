// Measures what a browser fetches before the sign-in page, the payment page and the storefront can be used, gzipped.
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { openStore } from './store.mjs';
import { CHROMIUM, connect, newLink, newMerchant, root, sized, startProduct, table } from './support.mjs';

const kilobytes = (bytes) => Number((bytes / 1000).toFixed(1));

/** Every file of one visit with its gzipped size, whatever encoding the server chose. */
async function visit(browser, address) {
  const url = new URL(address);
  const page = await browser.newPage({ locale: 'en-GB' });
  const files = [];
  page.on('response', async (response) => {
    const type = response.headers()['content-type'] ?? '';
    const kind = /javascript/.test(type)
      ? 'js'
      : /css/.test(type)
        ? 'css'
        : /html/.test(type)
          ? 'html'
          : /font/.test(type)
            ? 'font'
            : url.origin === new URL(response.url()).origin && response.url().includes('/media/')
              ? 'pictures'
              : 'other';
    files.push(
      response.body().then(
        (body) => ({ kind, bytes: kind === 'font' ? body.length : gzipSync(body).length }),
        () => null,
      ),
    );
  });
  await page.goto(address, { waitUntil: 'networkidle' });
  const all = (await Promise.all(files)).filter(Boolean);
  await page.close();
  const sum = (kind) =>
    kilobytes(all.filter((file) => file.kind === kind).reduce((total, { bytes }) => total + bytes, 0));
  return {
    requests: all.filter(({ kind }) => kind !== 'pictures').length,
    html: sum('html'),
    js: sum('js'),
    css: sum('css'),
    fonts: sum('font'),
    other: sum('other'),
  };
}

const product = await startProduct();
const sql = connect(product.databaseUrl);
const merchant = await newMerchant(product, sql);
const link = await newLink(product, merchant);
// A full page of products.
const PRODUCTS = sized(24, 3);
const store = await openStore(product, merchant, PRODUCTS);
const browser = await chromium.launch(CHROMIUM);
table('gzipped kB of a first visit', {
  'portal sign-in': await visit(browser, `${product.url}/login`),
  'payment page (Arabic, every field)': await visit(browser, link),
  // Without the merchant's own pictures.
  [`storefront (Arabic, ${PRODUCTS} products)`]: await visit(browser, `${store.list}?lang=ar`),
  'storefront, one product': await visit(browser, `${store.product}?lang=ar`),
});
const script = (await import(join(root, 'web/dist/pay/render.js'))).scripts;
table('scripts of the payment page', script);
await browser.close();
await sql.end();
await product.stop();
