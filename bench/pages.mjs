// Runs Lighthouse (mobile: a slow phone on a slow network) on the important pages. Lighthouse is no dependency of the
// project, because it would be a third of its size: LIGHTHOUSE is a folder where it was installed, for example by `npm
// install --prefix /somewhere lighthouse@12.8.2`.
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { fillTransactions, loading } from './data.mjs';
import { openStore } from './store.mjs';
import {
  CHROMIUM,
  connect,
  freePort,
  median,
  newLink,
  newMerchant,
  sized,
  startProduct,
  table,
} from './support.mjs';

/** Rounds, and pages by name; all by default. */
const [rounds = sized('3', '1'), ...only] = process.argv.slice(2);
const ROUNDS = Number(rounds);
const CATEGORIES = ['performance', 'accessibility', 'best-practices'];

if (!process.env.LIGHTHOUSE) {
  console.error(
    'Lighthouse is not installed with the project: run `npm install --prefix <folder> lighthouse@12.8.2`, then `LIGHTHOUSE=<folder> node bench/pages.mjs`.',
  );
  process.exit(1);
}
const found = createRequire(join(process.env.LIGHTHOUSE, 'package.json')).resolve('lighthouse');
const { default: lighthouse } = await import(pathToFileURL(found).href);

const product = await startProduct();
const sql = connect(product.databaseUrl);
const merchant = await newMerchant(product, sql);
await loading(sql, ['transactions'], (tx) => fillTransactions(tx, merchant.id, sized(10_000, 1_000)));
const store = await openStore(product, merchant, sized(24, 3));
const link = await newLink(product, merchant);

const port = await freePort();
const profile = mkdtempSync(join(tmpdir(), 'daftar-lighthouse-'));
const context = await chromium.launchPersistentContext(profile, {
  ...CHROMIUM,
  args: [...CHROMIUM.args, `--remote-debugging-port=${port}`],
  locale: 'en-GB',
});

async function signIn() {
  const page = await context.newPage();
  await page.goto(`${product.url}/login`);
  await page.locator('input[name=email]').fill(merchant.email);
  await page.locator('input[name=password]').fill(merchant.password);
  await page.locator('form button[type=submit]').click();
  await page.waitForURL('**/dashboard');
  await page.close();
}

async function judge(address) {
  const runs = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { lhr } = await lighthouse(`${product.url}${address}`, {
      port,
      output: 'json',
      logLevel: 'error',
      onlyCategories: CATEGORIES,
      disableStorageReset: true,
    });
    runs.push(lhr);
  }
  const last = runs.at(-1);
  const figure = (id) => median(runs.map(({ audits }) => audits[id].numericValue));
  for (const { id, score, title } of Object.values(last.audits)) {
    const matters = CATEGORIES.slice(1).some((name) =>
      last.categories[name].auditRefs.some((audit) => audit.id === id && audit.weight > 0),
    );
    if (matters && score !== null && score < 1) console.log(`${address}: ${title}`);
  }
  return {
    ...Object.fromEntries(
      CATEGORIES.map((name) => [
        name,
        Math.round(100 * median(runs.map((run) => run.categories[name].score))),
      ]),
    ),
    'first paint, s': (figure('first-contentful-paint') / 1000).toFixed(1),
    'largest paint, s': (figure('largest-contentful-paint') / 1000).toFixed(1),
    'blocked, ms': Math.round(figure('total-blocking-time')),
    shifted: figure('cumulative-layout-shift').toFixed(3),
    kB: Math.round(figure('total-byte-weight') / 1000),
  };
}

const pages = {
  'sign-in': '/login',
  'payment page': new URL(link).pathname,
  storefront: new URL(store.list).pathname,
};
const own = { dashboard: '/dashboard', 'list of transactions': '/transactions' };
const rows = {};
const asked = (all) => Object.entries(all).filter(([what]) => only.length === 0 || only.includes(what));
for (const [what, address] of asked(pages)) rows[what] = await judge(address);
await signIn();
for (const [what, address] of asked(own)) rows[what] = await judge(address);
table(`Lighthouse ${ROUNDS} times each, mobile, medians`, rows);
await context.close();
rmSync(profile, { recursive: true, force: true });
await sql.end();
await product.stop();
