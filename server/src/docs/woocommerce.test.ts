/** The plugin's own PHP code against the product, with stubs of the WordPress functions that it calls. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { runInNewContext } from 'node:vm';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { keysOf } from '../../tests/kit/api-keys.ts';
import { startReachable } from '../../tests/kit/reachable.ts';
import type { Actor, TestServer } from '../../tests/kit/server.ts';
import { callsOf } from '../../tests/kit/webhooks.ts';
import { freePort } from '../platform/db/cluster.ts';
import { projectRoot } from '../platform/paths.ts';
import { signedHeaders } from '../webhooks/sign.ts';

/** Not at once: the product answers from this process. */
const run = promisify(execFile);

let daftar: TestServer;
let owner: Actor;
let close: () => Promise<void>;
let shop: ChildProcess;
let folder: string;
let env: NodeJS.ProcessEnv;
let hooks: string;
let whsec: string;
const { secret, setAddress } = callsOf(() => ({ daftar, owner }));

beforeAll(async () => {
  ({ daftar, close } = await startReachable());
  owner = await daftar.merchant();
  folder = mkdtempSync(join(tmpdir(), 'daftar-shop-'));
  // Unpacked as wp-admin unpacks an upload.
  const served = await fetch(`${daftar.app.config.publicUrl}/sdk/daftar-for-woocommerce.zip`);
  for (const [path, content] of Object.entries(unzipSync(new Uint8Array(await served.arrayBuffer())))) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  whsec = (await secret()).secret;
  env = {
    ...process.env,
    PLUGIN: join(folder, 'daftar-for-woocommerce'),
    ORDER: join(folder, 'order.json'),
    DAFTAR_URL: daftar.app.config.publicUrl,
    DAFTAR_SECRET_KEY: await keysOf(() => daftar).roll(owner, 'test'),
    DAFTAR_WEBHOOK_SECRET: whsec,
  };
  const shopPort = await freePort();
  hooks = `http://127.0.0.1:${shopPort}/`;
  await setAddress(hooks);
  shop = spawn(
    'php',
    ['-S', `127.0.0.1:${shopPort}`, join(projectRoot, 'plugins/woocommerce/tests/wordpress.php')],
    {
      env,
      stdio: 'ignore',
    },
  );
});
afterAll(async () => {
  shop.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
  await close();
});

let number = 0;
beforeEach(() => {
  number += 1;
  writeFileSync(
    join(folder, 'order.json'),
    JSON.stringify({ id: number, total: '450.00', status: 'pending' }),
  );
});
const order = () => JSON.parse(readFileSync(join(folder, 'order.json'), 'utf8'));
const change = (more: object) =>
  writeFileSync(join(folder, 'order.json'), JSON.stringify({ ...order(), ...more }));

/** Evaluates an expression of the plugin. */
async function php(expression: string, more: Record<string, string> = {}) {
  const code = `require '${projectRoot}/plugins/woocommerce/tests/wordpress.php';
    if (!getenv('WITHOUT_WOOCOMMERCE')) { $gateway = new Daftar\\WooCommerce\\Gateway(); }
    echo json_encode(${expression});`;
  return JSON.parse((await run('php', ['-r', code], { env: { ...env, ...more } })).stdout);
}
const pay = () => php('$gateway->process_payment(1)');

/** Has the link of the order paid, by key. */
async function simulate(): Promise<{ reference: string }> {
  const [link] = await daftar.database.sql<{ reference: string }[]>`
    select reference from payment_links where id = ${Number(order().meta._daftar_link_id)}`;
  return php(
    `(new Daftar\\Daftar(getenv('DAFTAR_SECRET_KEY'), getenv('DAFTAR_URL')))
      ->simulator->payment(['scenario' => 'payment-succeeded', 'link' => '${link!.reference}'])`,
  );
}

test('an order is paid once, whichever way and however often its customer comes back, and completed when the API says so', async () => {
  const { result, redirect } = await pay();
  expect(result).toBe('success');
  expect((await pay()).redirect).toBe(redirect);
  const [link] = await daftar.database.sql<{ back: string }[]>`
    select success_url as back from payment_links where id = ${Number(order().meta._daftar_link_id)}`;
  expect(link!.back).toBe(`https://shop.example/checkout/order-received/${number}/?key=wc_order_1`);
  const made = await simulate();
  await expect.poll(() => order().status, { timeout: 100_000 }).toBe('processing');
  expect(order().paid_by).toEqual([made.reference]);
});

test('another total needs another link, and the one before can no longer be paid', async () => {
  const first = (await pay()).redirect;
  const before = Number(order().meta._daftar_link_id);
  change({ total: '500.00' });
  expect((await pay()).redirect).not.toBe(first);
  const links = await daftar.database.sql<{ id: number; status: number }[]>`
    select id, status from payment_links where id in (${before}, ${Number(order().meta._daftar_link_id)}) order by id`;
  expect(links.map(({ status }) => status)).toEqual([1, 2]);
});

test('a forged webhook is refused, and one that is ours moves no order that was not paid', async () => {
  await pay();
  const link = Number(order().meta._daftar_link_id);
  const data = { id: 1, source: { kind: 'payment-link', id: link }, status: 1, value: 450 };
  const payload = JSON.stringify({ type: 'payment.succeeded', data });
  const send = async (secrets: string[]) => {
    const headers = signedHeaders({ id: 'msg_1', payload }, secrets, new Date());
    return (await fetch(hooks, { method: 'POST', body: payload, headers })).status;
  };
  expect(await send([`whsec_${Buffer.alloc(32, 1).toString('base64')}`])).toBe(401);
  expect(await send([whsec])).not.toBe(401);
  expect(order().status).toBe('pending');
});

test.each([{ total: '999.00' }, { currency: 'USD' }])(
  'money of another amount or currency puts the order on hold: %j',
  async (other) => {
    await pay();
    change(other);
    await simulate();
    await expect.poll(() => order().status, { timeout: 100_000 }).toBe('on-hold');
  },
);

test('a refund pressed twice refunds once', async () => {
  await pay();
  await simulate();
  await expect.poll(() => order().status, { timeout: 100_000 }).toBe('processing');
  expect(await php("$gateway->process_refund(1, '50.00', 'Too small')")).toBe(true);
  expect(await php("$gateway->process_refund(1, '50.00', 'Too small')")).toBe(true);
  const refunds = await daftar.database.sql<{ amount: number }[]>`
    select amount_piastres as amount from refunds where merchant_id = ${owner.merchantId}`;
  expect(refunds).toHaveLength(1);
});

test('the block checkout offers what the classic one offers', async () => {
  const blocks = await php(`array_map(fn ($block) => [
    'name' => $block->get_name(), 'active' => $block->is_active(), 'data' => $block->get_payment_method_data(),
    'scripts' => array_map(fn ($handle) => $GLOBALS['scripts'][$handle], $block->get_payment_method_script_handles()),
  ], registered_blocks())`);
  expect(blocks).toHaveLength(1);
  const { name, active, data, scripts } = blocks[0];
  expect({ name, active }).toEqual({ name: 'daftar', active: true });
  const offered: { name: string; ariaLabel: string; supports: object }[] = [];
  const window = {
    wc: {
      wcBlocksRegistry: { registerPaymentMethod: (method: (typeof offered)[0]) => offered.push(method) },
      wcSettings: { getPaymentMethodData: (of: string) => (of === name ? data : undefined) },
    },
    wp: { element: { createElement: () => ({}) }, htmlEntities: { decodeEntities: (text: string) => text } },
  };
  for (const script of scripts) runInNewContext(readFileSync(script, 'utf8'), { window });
  expect(offered).toMatchObject([
    { name, ariaLabel: 'Card, wallet or kiosk', supports: { features: ['products', 'refunds'] } },
  ]);
});

test('a payment link of a page is a link without its script, and what is no payment page is none', async () => {
  const url = daftar.app.config.publicUrl;
  const link = `${url}/pay/AAAAAAAAAAAAAAAAAAAAAAAAAAA`;
  const shown = (of: string, inner = 'null') =>
    php(`[Daftar\\WooCommerce\\pay_link(['link' => '${of}'], ${inner}), array_values($GLOBALS['scripts'])]`);
  expect(await shown(link, "'Book <script>x</script>'")).toEqual([
    `<a href="${link}" data-daftar="dialog">Book x</a>`,
    [`${url}/embed/v1.js`],
  ]);
  // The author of a post must not be able to run another website's script in it.
  for (const foreign of ['https://evil.example', url.replace('127.0.0.1', '127.0.0.1@evil.example')]) {
    const there = `${foreign}/pay/AAAAAAAAAAAAAAAAAAAAAAAAAAA`;
    expect(await shown(there)).toEqual([`<a href="${there}">Pay now</a>`, []]);
  }
  expect(await php(`Daftar\\WooCommerce\\pay_link(['link' => 'javascript:alert(1)'])`)).toBe('');
  expect(await php(`Daftar\\WooCommerce\\pay_link(['link' => 'https://evil.example/'])`)).toBe('');
});

describe('the settings of a website without WooCommerce', () => {
  const settings = (expression: string) => php(expression, { WITHOUT_WOOCOMMERCE: 'yes' });

  test('ask for the address of Daftar, on a page of their own that the list of plugins links to', async () => {
    expect(await settings("do_action('admin_menu') ?? $GLOBALS['pages']")).toEqual(['daftar']);
    const [link] = await settings(
      "apply_filters('plugin_action_links_' . plugin_basename(getenv('PLUGIN') . '/daftar-for-woocommerce.php'), [])",
    );
    expect(link).toContain('options-general.php?page=daftar');
    expect(await settings("do_action('admin_init') ?? array_keys($GLOBALS['settings'])")).toEqual([
      'woocommerce_daftar_settings',
    ]);
  });

  test('take an address and keep the rest; what is no address is refused', async () => {
    const sanitized = (url: string) =>
      settings(`[Daftar\\WooCommerce\\sanitized_settings(['url' => '${url}']), $GLOBALS['errors']]`);
    expect(await sanitized(' https://pay.example.com/ ')).toEqual([
      { url: 'https://pay.example.com/', key: 'kept' },
      [],
    ]);
    const [kept, errors] = await sanitized('javascript:alert(1)');
    expect(kept).toMatchObject({ key: 'kept' });
    expect(kept.url).not.toContain('javascript');
    expect(errors).toHaveLength(1);
  });
});
