/** The SDKs: they match this API, and the guide's programs, copied into a fresh folder, get paid. */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { FIRST_VERSION, LATEST_VERSION } from '@daftar/contract/versions';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sdkFiles } from '../../../sdk/generate.mjs';
import { keysOf } from '../../tests/kit/api-keys.ts';
import { PASSWORD } from '../../tests/kit/profile.ts';
import { startReachable } from '../../tests/kit/reachable.ts';
import type { Actor, TestServer } from '../../tests/kit/server.ts';
import { callsOf } from '../../tests/kit/webhooks.ts';
import { freePort } from '../platform/db/cluster.ts';
import { projectRoot } from '../platform/paths.ts';
import { signedHeaders } from '../webhooks/sign.ts';
import { openApiIn } from './openapi.ts';

const sdk = join(projectRoot, 'sdk');
const run = promisify(execFile);

test('the SDKs are generated from this API; `npm run sdk` brings them up to date', async () => {
  for (const [path, content] of Object.entries(sdkFiles(openApiIn('en', 'https://daftar.example'))))
    await expect(content).toMatchFileSnapshot(join(sdk, path));
});

let daftar: TestServer;
let owner: Actor;
let key: string;
/** A folder of its own for each language, and one for the command-line tool. */
let folder: string;
const folderOf = (language: 'typescript' | 'python' | 'php') => join(folder, language);
let close: () => Promise<void>;
const { call, secret, setAddress } = callsOf(() => ({ daftar, owner }));

beforeAll(async () => {
  ({ daftar, close } = await startReachable());
  owner = await daftar.merchant();
  key = await keysOf(() => daftar).roll(owner, 'test');
  folder = mkdtempSync(join(tmpdir(), 'daftar-sdk-'));
  const url = daftar.app.config.publicUrl;
  for (const language of ['typescript', 'python', 'php'] as const) mkdirSync(folderOf(language));
  for (const language of ['python', 'php'] as const) {
    const packed = new Uint8Array(await (await fetch(`${url}/sdk/daftar-${language}.tar.gz`)).arrayBuffer());
    execFileSync('tar', ['-xz', '-C', folderOf(language)], { input: packed });
  }
  await run('npm', ['install', '--no-audit', '--no-fund', `${url}/sdk/daftar-typescript.tgz`], {
    cwd: folderOf('typescript'),
  });
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await close();
});

const environment = (more: Record<string, string> = {}) => ({
  ...process.env,
  DAFTAR_URL: daftar.app.config.publicUrl,
  DAFTAR_SECRET_KEY: key,
  // The folder into which pip would install it.
  PYTHONPATH: join(folderOf('python'), 'daftar-0.1.0'),
  ...more,
});

/** Each language: the program of the guide, the one that tries the SDK, how they are started, and how its receiver is where that is another process. */
const LANGUAGES = [
  {
    name: 'typescript',
    file: 'quick-start.mjs',
    receiver: 'webhooks.mjs',
    probe: 'probe.mjs',
    start: [process.execPath],
  },
  { name: 'python', file: 'quick_start.py', receiver: 'webhooks.py', probe: 'probe.py', start: ['python3'] },
  {
    name: 'php',
    file: 'quick-start.php',
    receiver: 'webhooks.php',
    probe: 'probe.php',
    start: ['php'],
    receive: (port: number) => ['-S', `127.0.0.1:${port}`],
  },
] as const;

describe.each(LANGUAGES)('the programs in $name', (language) => {
  const source = readFileSync(join(sdk, language.name, 'examples', language.file), 'utf8');

  const receiver = readFileSync(join(sdk, language.name, 'examples', language.receiver), 'utf8');

  test.each([
    ['the quick start', source, '/docs'],
    ['the receiver', receiver, '/docs/webhooks'],
  ])(
    '%s is shorter than thirty lines, and stands in the documentation as it is here',
    async (_, code, path) => {
      expect(code.trimEnd().split('\n').length).toBeLessThan(30);
      for (const lang of ['en', 'ar']) {
        const { raw } = await daftar.call({ path: `${path}?lang=${lang}` });
        const shown = raw
          .replaceAll('&lt;', '<')
          .replaceAll('&gt;', '>')
          .replaceAll('&quot;', '"')
          .replaceAll('&amp;', '&');
        expect(shown.includes(code.trimEnd()), lang).toBe(true);
      }
    },
  );

  test('makes a link, is paid, refunds, and reads what the webhooks tell', async () => {
    writeFileSync(join(folderOf(language.name), language.file), source);
    const port = await freePort();
    const env = environment({ PORT: String(port), DAFTAR_WEBHOOK_SECRET: (await secret()).secret });
    await setAddress(`http://127.0.0.1:${port}/hooks`);
    const [program] = language.start;
    const processes: ChildProcess[] = [];
    let said = '';
    const begin = (args: readonly string[]) => {
      const process = spawn(program, args, { cwd: folderOf(language.name), env });
      process.stdout.on('data', (chunk) => (said += chunk));
      process.stderr.on('data', (chunk) => (said += chunk));
      processes.push(process);
    };
    try {
      if ('receive' in language) begin([...language.receive(port), language.file]);
      begin([language.file]);
      await expect.poll(() => said, { timeout: 100_000 }).toContain('refunded: 120.5');
      for (const type of ['payment.succeeded', 'refund.succeeded'])
        await expect.poll(() => said, { timeout: 100_000 }).toContain(`told: ${type}`);
      expect(said).toMatch(/send to the customer: http:\/\/127\.0\.0\.1:\d+\/pay\/[\w-]+/);
      expect(said).toMatch(/paid: TRX-/);
    } finally {
      for (const process of processes) process.kill('SIGKILL');
      await setAddress(null);
    }
  });
});

test.each(LANGUAGES)(
  'the receiver in $name acts once on a message that comes twice, by what holds now, and refuses a forged one',
  async ({ name, receiver, start, ...language }) => {
    cpSync(join(sdk, name, 'examples', receiver), join(folderOf(name), receiver));
    const port = await freePort();
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const env = environment({ PORT: String(port), DAFTAR_WEBHOOK_SECRET: secret });
    const args = 'receive' in language ? [...language.receive(port), receiver] : [receiver];
    const receiving = spawn(start[0], args, { cwd: folderOf(name), env });
    let said = '';
    receiving.stdout.on('data', (chunk) => (said += chunk));
    receiving.stderr.on('data', (chunk) => (said += chunk));
    try {
      const due_date = '2027-12-31T21:59:00Z';
      const body = { invoice_name: 'Order', currency_id: 1, amount: 5, due_date, language: 2 };
      const order = `order-${name}`;
      const made = await call('POST', 'payment_links/create', { ...body, merchant_reference: order });
      const link = (await call('GET', `payment_links/${made.body.data.id}`)).body.data.reference;
      const paid = await call('POST', 'simulations/payment', { scenario: 'payment-succeeded', link });
      // The message is incomplete, so the amount and the order are read from the API.
      const payload = JSON.stringify({ type: 'payment.succeeded', data: { id: paid.body.data.id } });
      const headers = signedHeaders({ id: `msg_${name}`, payload }, [secret], new Date());
      const send = async (sent: string) => {
        const to = `http://127.0.0.1:${port}/hooks`;
        return (await fetch(to, { method: 'POST', headers, body: sent })).status;
      };
      await expect.poll(() => send(payload).catch(() => 0), { timeout: 100_000 }).toBe(204);
      await expect.poll(() => said, { timeout: 100_000 }).toContain(`hand over order ${order}`);
      expect(await send(payload)).toBe(204);
      expect(await send(payload.replace('succeeded', 'failed'))).toBe(400);
      expect(said.split('hand over order')).toHaveLength(2);
    } finally {
      receiving.kill('SIGKILL');
    }
  },
  150_000,
);

test('the files of requests are of this address; what they read is well asked, and their example makes a link', async () => {
  const url = daftar.app.config.publicUrl;
  const read = async (file: string) => (await fetch(`${url}/sdk/${file}`)).text();
  const collection = JSON.parse(await read('daftar.postman_collection.json'));
  expect(collection.variable).toContainEqual(expect.objectContaining({ key: 'baseUrl', value: url }));
  const [head = '', ...requests] = (await read('daftar.http')).split(/^### /m);
  const variables = new Map([...head.matchAll(/^@(\w+) = (.*)$/gm)].map(([, name, value]) => [name, value]));
  expect(variables.get('baseUrl')).toBe(url);
  const calls = collection.item.flatMap(({ item }: { item: unknown[] }) => item);
  expect(requests).toHaveLength(calls.length);
  variables.set('secretKey', key).set('idempotencyKey', 'requests-1');
  const send = (text: string) => {
    const filled = text.replaceAll(/\{\{(\w+)\}\}/g, (_, name) => variables.get(name) ?? '');
    // Its name and comments stand above it.
    const [top = '', body] = filled.slice(filled.search(/^(?:GET|POST) /m)).split(/\n\n(.*)/s);
    const [, method = '', address = ''] = /^(GET|POST) (\S+)$/m.exec(top) ?? [];
    const headers = [...top.matchAll(/^([\w-]+): (.*)$/gm)].map(
      ([, name, value]) => [name, value] as [string, string],
    );
    return fetch(address, { method, headers, ...(body?.trim() ? { body } : {}) });
  };
  const reads = requests.filter((each) => /^GET /m.test(each));
  const wrong: string[] = [];
  for (const each of reads) {
    const reply = await send(each);
    await reply.arrayBuffer();
    // An id that does not exist yet is not found.
    if (![200, 404].includes(reply.status)) wrong.push(`${reply.status} ${each}`);
  }
  expect(wrong).toEqual([]);
  expect(reads.length).toBeGreaterThan(50);
  expect((await send(requests.find((each) => each.startsWith('paymentLinks: Create'))!)).status).toBe(200);
});

describe('the command-line tool', () => {
  const home = () => join(folder, 'home');
  const daftarOf = (...args: string[]) => [join(folder, 'node_modules/.bin/daftar'), args] as const;
  const { DAFTAR_URL: _url, DAFTAR_SECRET_KEY: _key, ...outside } = process.env;
  const shell = (at = home()) => ({ env: { ...outside, XDG_CONFIG_HOME: at } });
  const sayAt = async (at: string, ...args: string[]) => {
    const [program, words] = daftarOf(...args);
    return (await run(program, words, shell(at))).stdout;
  };
  const say = (...args: string[]) => sayAt(home(), ...args);
  /** Starts the tool. @returns its output so far, and a function that stops it */
  const begin = (at: string, ...args: string[]) => {
    const [program, words] = daftarOf(...args);
    const started = spawn(program, words, shell(at));
    let said = '';
    started.stdout.on('data', (chunk) => (said += chunk));
    started.stderr.on('data', (chunk) => (said += chunk));
    return { said: () => said, stop: () => started.kill('SIGKILL') };
  };
  const refused = (...args: string[]) =>
    say(...args).then(
      () => ({ code: 0, stderr: '' }),
      ({ code, stderr }: { code: number; stderr: string }) => ({ code, stderr }),
    );
  const link = ['payment-links', 'create', '--currency_id', '1', '--amount', '120.50', '--language', '2'];
  const due = ['--due_date', '2027-12-31T21:59:00Z'];

  beforeAll(async () => {
    const url = daftar.app.config.publicUrl;
    await run('npm', ['install', '--no-audit', '--no-fund', `${url}/sdk/daftar-cli.tgz`], { cwd: folder });
    expect(await refused('transactions', 'list')).toMatchObject({ code: 2 });
    expect(await refused('login', '--url', url, '--key', 'sk_test_nobody')).toMatchObject({ code: 1 });
    expect(await say('login', '--url', url, '--key', key)).toContain('(test;');
  });

  test('keeps the key in a file of its owner alone, makes and lists links, and says what is wrong', async () => {
    expect(statSync(join(home(), 'daftar/config.json')).mode & 0o777).toBe(0o600);
    const made = JSON.parse(await say(...link, ...due, '--invoice-name', 'By command', '--json'));
    const found = JSON.parse(await say('payment-links', 'list', '--invoice-name', 'By command', '--json'));
    expect(found.data).toEqual([expect.objectContaining({ id: made.id, invoice_name: 'By command' })]);
    expect(await say('payment-links', 'details', String(made.id))).toContain('invoice_name: By command');
    const [heading, row] = (await say('payment-links', 'list', '--invoice-name', 'By command')).split('\n');
    expect(heading!.split(/ {2,}/)).toEqual([
      'id',
      'reference',
      'invoice_name',
      'total_amount',
      'currency',
      'status',
      'created_at',
    ]);
    expect(row).toMatch(/By command +\d+\.\d\d +EGP +active +/);
    // A code by its name; a field by its name in the API.
    const active = await say('payment-links', 'list', '--status', 'active', '--invoice_name', 'By command');
    expect(active).toContain('By command');
    const invalid = await refused(...link, ...due, '--invoice_name', '');
    expect(invalid).toMatchObject({ code: 1, stderr: expect.stringContaining('invoice_name:') });
    expect(await refused(...link, '--colour', 'red')).toMatchObject({ code: 2 });
    expect(await refused('payment-links', 'create', '--currency-id', 'pound')).toMatchObject({ code: 2 });
    expect(await say('payment-links', 'create', '--help')).toContain('--invoice-name <text>');
    expect((await say('__complete', 'payment-links')).split('\n')).toContain('create');
    expect(await say('completion', 'bash')).toContain('complete -F _daftar daftar');
  });

  test('brings what happens from now on to a program, signed as webhooks are', async () => {
    const { reference: before } = JSON.parse(await say('trigger', 'payment.succeeded', '--json'));
    const listed = async () => JSON.parse(await say('events', 'list', '--limit', '100', '--json')).data;
    await expect
      .poll(listed, { timeout: 100_000 })
      .toContainEqual(expect.objectContaining({ reference: before }));
    const got: { body: string; headers: IncomingHttpHeaders }[] = [];
    const older: string[] = [];
    const receiver = createServer(async (request, reply) => {
      const body = await text(request);
      if (request.url === '/older') older.push(JSON.parse(body).version);
      else got.push({ body, headers: request.headers });
      reply.writeHead(202).end();
    });
    const port = await freePort();
    receiver.listen(port, '127.0.0.1');
    const address = `http://127.0.0.1:${port}`;
    const { said, stop } = begin(home(), 'listen', '--forward-to', address, '--interval', '1');
    const olderVersion = ['--forward-to', `${address}/older`, '--api-version', FIRST_VERSION];
    const another = begin(home(), 'listen', ...olderVersion, '--interval', '1');
    try {
      for (const each of [said, another.said])
        await expect.poll(each, { timeout: 100_000 }).toContain('Signing secret: ');
      const { reference } = JSON.parse(await say('trigger', 'chargeback.opened', '--json'));
      const events = (await say('__complete', 'trigger')).trim().split('\n');
      // A chargeback's payment may be delivered after it, because each message is sent as soon as it is written.
      for (const type of ['payment.succeeded', 'chargeback.opened'])
        await expect.poll(said, { timeout: 100_000 }).toMatch(new RegExp(`${type} .* → 202`));
      const types = got.map(({ body }) => JSON.parse(body).type);
      // Earlier events are not delivered.
      expect(types.filter((type) => type === 'payment.succeeded')).toHaveLength(1);
      for (const event of events) await say('trigger', event);
      expect(events.length).toBeGreaterThan(8);
      const told = () => events.filter((event) => new RegExp(` ${event} .* → 202`).test(said()));
      await expect.poll(told, { timeout: 100_000 }).toEqual(events);
      const opened = got[types.indexOf('chargeback.opened')]!;
      expect(JSON.parse(opened.body)).toMatchObject({
        version: LATEST_VERSION,
        data: { reference, status: 0 },
      });
      await expect.poll(() => older.length, { timeout: 100_000 }).toBeGreaterThan(0);
      expect(new Set(older)).toEqual(new Set([FIRST_VERSION]));
      const secret = /whsec_\S+/.exec(said())![0];
      const verify = `import { verifyWebhook } from '@daftar/sdk';
        const { body, headers, secret } = JSON.parse(process.env.VECTOR);
        console.log((await verifyWebhook(body, headers, secret)).type);`;
      writeFileSync(join(folderOf('typescript'), 'verify.mjs'), verify);
      const env = environment({ VECTOR: JSON.stringify({ ...opened, secret }) });
      const { stdout } = await run(process.execPath, ['verify.mjs'], { cwd: folderOf('typescript'), env });
      expect(stdout.trim()).toBe('chargeback.opened');
    } finally {
      stop();
      another.stop();
      receiver.close();
    }
  });

  test('gets a key that somebody confirms in the portal, follows the calls of all keys with it, and ends it', async () => {
    const other = join(folder, 'other-home');
    const url = daftar.app.config.publicUrl;
    const login = begin(other, 'login', '--url', `${url}/`, '--no-browser');
    await expect.poll(login.said, { timeout: 100_000 }).toContain('Confirm it at ');
    const code = /Code: (\S+)/.exec(login.said())![1]!;
    const asked = `${url}/api/sandbox/merchant/key_requests`;
    const headers = { ...owner.headers, 'content-type': 'application/json' };
    expect(await (await fetch(`${asked}?code=${code}`, { headers })).json()).toMatchObject({
      data: { program: 'Daftar CLI' },
    });
    const body = {
      code,
      name: 'Laptop',
      permissions: ['view-request-log', 'view-pay-links-list'],
      current_password: PASSWORD,
    };
    const confirmed = await fetch(`${asked}/approve`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    expect(confirmed.status).toBe(200);
    await expect.poll(login.said, { timeout: 100_000 }).toContain('Logged in to');
    const file = join(other, 'daftar/config.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const got = JSON.parse(readFileSync(file, 'utf8')).key;
    expect(login.said()).not.toContain(got);

    const tail = begin(other, 'logs', 'tail', '--interval', '1', '--outcome', 'refused');
    try {
      await expect.poll(tail.said, { timeout: 100_000 }).toContain('as they come');
      await say('payment-links', 'list');
      await refused('payment-links', 'details', '999999');
      const line = / 404 GET \/merchant\/payment_links\/999999 \d+ ms sk_test_\w\w\*{4} [\da-f-]{36}\n/;
      await expect.poll(tail.said, { timeout: 100_000 }).toMatch(line);
      expect(tail.said().split('\n')).toHaveLength(3);
    } finally {
      tail.stop();
    }
    expect(await sayAt(other, 'logout')).toContain('revoked');
    expect(existsSync(file)).toBe(false);
    const list = `${url}/api/sandbox/merchant/payment_links`;
    expect((await fetch(list, { headers: { authorization: `Bearer ${got}` } })).status).toBe(401);
  });
});

test.each(LANGUAGES)(
  'in $name errors are of their class, a repeated key does nothing twice, every page is read, and forged webhooks are refused',
  async ({ name, start, probe }) => {
    // The same program in each language: prints one JSON document of its results.
    cpSync(join(sdk, name, 'tests', probe), join(folderOf(name), probe));
    for (let number = 0; number < 5; number += 1) {
      const due_date = '2027-12-31T21:59:00Z';
      const body = { invoice_name: `Link ${number}`, currency_id: 1, amount: 5, due_date, language: 2 };
      expect((await call('POST', 'payment_links/create', body)).status).toBe(200);
    }
    const [{ count }] = await daftar.database.sql<[{ count: number }]>`
      select count(*)::int as count from payment_links where merchant_id = ${owner.merchantId}`;
    const now = Math.floor(Date.now() / 1000);
    const whsec = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const payload = '{"type":"webhook.test","note":"درس"}';
    const headers = signedHeaders({ id: 'msg_1', payload }, [whsec], new Date(now * 1000));
    // Written from the guide alone. The former secret's signature stands beside the present one's.
    const result = { status: 'failed', reference: 'TRX-7K3M9Q2D', link: 'LNK-4T8W2ZKC', timestamp: now };
    const sign = (key: Buffer) =>
      createHmac('sha256', key).update(Object.values(result).join('.')).digest('base64url');
    const query = new URLSearchParams({
      order: '7',
      ...Object.fromEntries(Object.entries(result).map(([name, value]) => [`daftar_${name}`, String(value)])),
      daftar_signature: `${sign(Buffer.alloc(32, 8))}.${sign(Buffer.alloc(32, 7))}`,
    });
    const back = `https://shop.example/basket?${query}#top`;
    const vector = JSON.stringify({ body: payload, headers, secret: whsec, now, back });
    const { stdout } = await run(start[0], [probe], {
      cwd: folderOf(name),
      env: environment({ VECTOR: vector }),
    });
    expect(JSON.parse(stdout)).toEqual({
      invalid: ['InvalidRequestError', 422, 'invoice_name'],
      missing: ['NotFoundError', 404, ''],
      stranger: ['AuthenticationError', 401, ''],
      silent: ['ConnectionError', 0, ''],
      once: true,
      rows: [count + 1, count + 1],
      file: true,
      expanded: [true, { transactions: [] }],
      verified: 'webhook.test',
      forged: 'SignatureError',
      old: 'SignatureError',
      back: result,
      changed: 'SignatureError',
    });
  },
  60_000,
);
