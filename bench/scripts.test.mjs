// Every script of this folder in a short run: that it works, not what it measures.
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { WITHOUT_MONEY as STATUSES_WITHOUT_MONEY } from '../contract/src/transactions.ts';
import { listTransactions } from '../server/src/transactions/store.ts';
import { pageAndTotal, WITHOUT_MONEY } from './bare-list.mjs';
import { newDataDir, root, startProduct } from './support.mjs';

/** What the scripts import or start. */
const LIBRARIES = [
  'adapter-calls.mjs',
  'bare-list.mjs',
  'bare-payment.mjs',
  'bare-server.mjs',
  'before.mjs',
  'books.mjs',
  'console.mjs',
  'copy.mjs',
  'dashboards.mjs',
  'data.mjs',
  'floods.mjs',
  'guard-server.mjs',
  'lists.mjs',
  'store.mjs',
  'support.mjs',
];
const TABLE = /┌─/;
/** These run tests of the suite at length; in a short run they list them, because the suite runs them anyway. */
const PRINTED = { 'crash.mjs': /kill-money\.test\.ts$/m, 'fuzz.mjs': /fuzz\.test\.ts$/m };
const NEEDS_LIGHTHOUSE = 'pages.mjs';

const files = readdirSync(join(root, 'bench')).filter((name) => /^[^.]+\.mjs$/.test(name));
const scripts = files.filter((name) => !LIBRARIES.includes(name) && name !== NEEDS_LIGHTHOUSE);
/** A file that hangs is ended; on a machine that does much else one may take many times as long. */
const PATIENCE = 120_000;

/** Data with tables and no rows, which the products of single scripts begin with. */
let tables;
let product;
beforeAll(async () => {
  if (!existsSync(join(root, 'server/dist/main.js'))) throw new Error('Run `npm run build` first.');
  // The server that `guard.mjs` starts reads tokens of the shared product.
  vi.stubEnv('DAFTAR_SECRET', 'of the short runs of the benchmarks');
  tables = newDataDir();
  await (await startProduct({ dataDir: tables })).stop();
  vi.stubEnv('BENCH_TABLES', tables);
  product = await startProduct();
}, PATIENCE);
afterAll(async () => {
  await product?.stop();
  if (tables) rmSync(tables, { recursive: true, force: true });
});

test('the bare side of the list leaves out the statuses that the product leaves out', () => {
  expect(WITHOUT_MONEY).toEqual(STATUSES_WITHOUT_MONEY);
});

/** Runs a script to its end. @returns its exit code, null when it was ended, and all it has printed */
function run(script) {
  const { PATH, HOME, TMPDIR, CHROMIUM_PATH, DAFTAR_SECRET } = process.env;
  const { url, pid, databaseUrl, dataDir } = product;
  const env = {
    ...{ PATH, HOME, DAFTAR_SECRET, NO_COLOR: '1', BENCH_SHORT: '1' },
    ...(TMPDIR && { TMPDIR }),
    ...(CHROMIUM_PATH && { CHROMIUM_PATH }),
    BENCH_PRODUCT: JSON.stringify({ url, pid, databaseUrl, dataDir }),
    BENCH_TABLES: tables,
  };
  return new Promise((resolve) => {
    const args = [join('bench', script)];
    execFile(process.execPath, args, { cwd: root, env, timeout: PATIENCE }, (error, stdout, stderr) =>
      resolve({ code: error ? error.code : 0, printed: stdout + stderr }),
    );
  });
}

describe('a short run of', () => {
  test.each(scripts)(
    '%s exits with 0 and prints its results',
    async (script) => {
      const { code, printed } = await run(script);
      expect(code, printed).toBe(0);
      expect(printed).toMatch(PRINTED[script] ?? TABLE);
    },
    PATIENCE,
  );

  test(`${NEEDS_LIGHTHOUSE} without Lighthouse prints how to install it`, async () => {
    const { code, printed } = await run(NEEDS_LIGHTHOUSE);
    expect(code).toBe(1);
    expect(printed).toMatch(/^[^\n]*npm install --prefix <folder> lighthouse@[^\n]*\n$/);
  });
});

test('the bare list with a total is read by the statement of the list that is compared with it', async () => {
  const statements = [];
  const debug = (_connection, text) => statements.push(text.replaceAll(/\s/g, ''));
  const sql = postgres(product.databaseUrl, { max: 1, debug });
  const paging = { page: 1, pageSize: 10, sortBy: 'created_at', sortType: 'desc' };
  await listTransactions(sql, { merchantId: 1, mode: 'live', locale: 'en' }, paging, {});
  await pageAndTotal(sql, 1);
  await sql.end();
  const [ours, bare, ...others] = statements.filter((text) => text.includes('matchedRows'));
  expect(bare).toBe(ours);
  expect(others).toEqual([]);
});

test('every file listed as a library exists, so that no script is mistaken for one', () => {
  expect(files).toEqual(expect.arrayContaining(LIBRARIES));
});
