/** The embedded PostgreSQL ends with its product, whatever ends the product. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { isAlive } from '../../src/platform/before-start.mjs';
import { type Bundle, buildBundle, type Product, spawnProduct, startProduct } from './product.ts';

let bundle: Bundle;
beforeAll(async () => {
  bundle = await buildBundle();
});

/** A data folder for the product, removed with its database after the test. */
function dataFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'daftar-end-'));
  let pid: number | undefined;
  /** The pid of the folder's PostgreSQL. */
  const databasePid = () => {
    const { directory } = JSON.parse(readFileSync(join(folder, 'postgres.json'), 'utf8'));
    pid = Number(readFileSync(join(directory, 'postmaster.pid'), 'utf8').split('\n')[0]);
    return pid;
  };
  onTestFinished(() => {
    if (pid !== undefined && isAlive(pid)) process.kill(pid, 'SIGQUIT');
    rmSync(folder, { recursive: true, force: true });
  });
  return { folder, databasePid };
}

async function start() {
  const { folder, databasePid } = dataFolder();
  const product = await startProduct(bundle, { DAFTAR_DATA_DIR: folder });
  onTestFinished(() => product.kill('SIGKILL'));
  return { product, pid: databasePid() };
}

/** Waits until the product and then its database have ended. */
async function endOf(product: Product, pid: number) {
  const ending = await product.ended;
  await vi.waitUntil(() => !isAlive(pid));
  return ending;
}

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  '%s ends the product and its database',
  async (signal) => {
    const { product, pid } = await start();
    product.kill(signal);
    expect(await endOf(product, pid)).toEqual({ code: 0, signal: null });
  },
);

test('a signal that arrives twice, as through npm, still lets the product finish', async () => {
  const { product, pid } = await start();
  product.kill('SIGTERM');
  product.kill('SIGINT');
  expect(await endOf(product, pid)).toEqual({ code: 0, signal: null });
});

test('a signal while the database starts ends both', async () => {
  const { folder, databasePid } = dataFolder();
  const product = await spawnProduct(bundle, { DAFTAR_DATA_DIR: folder });
  onTestFinished(() => product.kill('SIGKILL'));
  let pid = 0;
  await vi.waitUntil(
    () => {
      if (!existsSync(join(folder, 'postgres.json'))) return false;
      try {
        pid = databasePid();
      } catch {
        return false;
      }
      return pid > 0;
    },
    { interval: 1 },
  );
  product.kill('SIGTERM');
  await endOf(product, pid);
});
