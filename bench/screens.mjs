// Measures each screen after sign-in: its own JavaScript, gzipped, in all and before its first paint, and how long a click takes to show its effect with a
// fourfold CPU slowdown: `node bench/screens.mjs [PATH …]`.
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { fillCustomers, fillInvoices, fillLinks, fillTransactions, loading } from './data.mjs';
import { CHROMIUM, connect, newMerchant, sized, startProduct, table } from './support.mjs';

const SLOWED = 4;
const ROWS = sized(10_000, 100);
const ALL = [
  '/dashboard',
  '/till',
  '/balance',
  '/payouts',
  '/reserve',
  '/transactions',
  '/settlements',
  '/fee-invoices',
  '/charge-backs',
  '/payment-link',
  '/payment-link/create-share-link',
  '/invoices',
  '/invoices/create-invoice',
  '/customers',
  '/my-items',
  '/new-product',
  '/category-management',
  '/add-new-category',
  '/orders',
  '/approvals',
  '/reports',
  '/users-and-roles',
  '/audit-log',
  '/support',
  '/support/create-ticket',
  '/notifications',
  '/notifications/preferences',
  '/account-settings',
  '/account-settings/webhooks',
  '/account-settings/webhook-endpoints',
  '/account-settings/events',
  '/account-settings/requests',
  '/account-settings/usage',
  '/simulator',
  '/profile-setting',
];
/** By default all; the dashboard always, because what all share is found by it. */
const asked = process.argv.slice(2);
const SCREENS = asked.length > 0 ? [...new Set(['/dashboard', ...asked])] : sized(ALL, ALL.slice(0, 2));
/** Time for background work of a screen to end, in ms. */
const PATIENCE = sized(1_500, 150);

const product = await startProduct();
const sql = connect(product.databaseUrl);
const merchant = await newMerchant(product, sql);
const fills = {
  transactions: fillTransactions,
  invoices: fillInvoices,
  payment_links: fillLinks,
  customers: fillCustomers,
};
for (const [name, fill] of Object.entries(fills))
  await loading(sql, [name], (tx) => fill(tx, merchant.id, ROWS));
const browser = await chromium.launch(CHROMIUM);
const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 800 } });
const first = await context.newPage();
await first.goto(`${product.url}/login`);
await first.locator('input[name=email]').fill(merchant.email);
await first.locator('input[name=password]').fill(merchant.password);
await first.locator('form button[type=submit]').click();
await first.waitForURL('**/dashboard');
await first.close();

/** What a page asked for before its first paint. */
const FIRST = `(() => {
  const [{ startTime: painted }] = performance.getEntriesByName('first-contentful-paint');
  return performance.getEntriesByType('resource').flatMap((each) => each.startTime < painted ? each.name : []);
})()`;

/** Every script of a screen opened by its address, with its gzipped size, and those that it asked for before its first paint. */
async function scriptsOf(path) {
  const page = await context.newPage();
  const scripts = new Map();
  const reading = [];
  page.on('response', (reply) => {
    if (!/javascript/.test(reply.headers()['content-type'] ?? '')) return;
    // One that comes while the page is closed is not of the screen.
    const body = reply.body().catch(() => null);
    reading.push(body.then((sent) => sent && scripts.set(reply.url(), gzipSync(sent, { level: 9 }).length)));
  });
  await page.goto(`${product.url}${path}`);
  await page.locator('h1').first().waitFor();
  // Includes what a screen fetches after its first paint.
  await page.waitForTimeout(PATIENCE);
  const first = await page.evaluate(FIRST);
  await Promise.all(reading);
  await page.close();
  return [scripts, first.filter((url) => scripts.has(url))];
}

const scripts = new Map();
const before = new Map();
for (const path of SCREENS) {
  const [all, first] = await scriptsOf(path);
  scripts.set(path, all);
  before.set(path, first);
}
const shared = [...scripts.get('/dashboard').keys()].filter((url) =>
  [...scripts.values()].every((each) => each.has(url)),
);
const kilobytes = (urls, sizes) => (urls.reduce((sum, url) => sum + sizes.get(url), 0) / 1000).toFixed(1);

/** The interactions on a page: how long each took, in ms, as the browser measures it, and what was done. */
const LONGEST = `(() => {
  window.waits = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (entry.interactionId) window.waits.push([entry.duration, window.step + ', ' + entry.name]);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });
})()`;

/** Searches, types, sorts, pages and opens a row's menu, as far as the screen has them. */
async function waitOf(path) {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await page.addInitScript(LONGEST);
  await page.goto(`${product.url}${path}`);
  await page.locator('h1').first().waitFor();
  await page.waitForTimeout(PATIENCE);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
  const main = page.getByRole('main');
  const clicked = {
    filters: main.getByRole('button', { name: 'Filters', exact: true }).first(),
    sort: main.locator('thead th button').nth(1),
    page: main.getByRole('button', { name: 'Next' }),
    menu: main.locator('td [aria-haspopup=menu]').first(),
    more: main.getByRole('button', { name: 'More options' }).first(),
  };
  const begin = (step) => page.evaluate(`window.step = '${step}'`);
  for (const [step, target] of Object.entries(clicked)) {
    if (!(await target.isVisible().catch(() => false)) || !(await target.isEnabled())) continue;
    await begin(step);
    await target.click();
    await page.waitForTimeout(PATIENCE);
    // A drawer over the page would take the next click.
    if (await page.getByRole('dialog').first().isVisible()) await page.keyboard.press('Escape');
  }
  await begin('switch');
  await page.keyboard.press('Escape');
  // Its drawn track covers the box that has the role.
  const box = main.getByRole('switch').first();
  if ((await box.count()) > 0 && (await box.isEnabled())) {
    await box.press('Space');
    await page.waitForTimeout(PATIENCE);
  }
  await begin('typing');
  const field = main.getByRole('textbox').first();
  if (await field.isVisible().catch(() => false))
    await field.pressSequentially('Lamp 12', { delay: sized(150, 0) });
  await page.waitForTimeout(PATIENCE);
  const waits = await page.evaluate('window.waits');
  await page.close();
  return waits.sort(([a], [b]) => b - a)[0] ?? [0, ''];
}

const rows = {};
for (const [path, sizes] of scripts) {
  const own = [...sizes.keys()].filter((url) => !shared.includes(url));
  const [wait, kind] = await waitOf(path);
  rows[path] = {
    'own JS, kB': kilobytes(own, sizes),
    'before its paint': kilobytes(
      before.get(path).filter((url) => own.includes(url)),
      sizes,
    ),
    files: own.length,
    'longest wait, ms': Math.round(wait),
    of: kind,
  };
}
table(
  `screens after sign-in; all share ${kilobytes(shared, scripts.get('/dashboard'))} kB of JS in ${shared.length} files`,
  rows,
);
await browser.close();
await sql.end();
await product.stop();
