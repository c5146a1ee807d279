import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const START_MILLISECONDS = 60_000;

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (!address || typeof address === 'string') throw new Error('No free port');
  return address.port;
}

/** Resolves when the product prints that it runs; rejects with its output when it ends instead. */
function started(product: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    const hear = (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('Daftar is running')) resolve();
    };
    product.stdout?.on('data', hear);
    product.stderr?.on('data', hear);
    product.once('exit', (code) => reject(new Error(`The product ended with ${code}: ${said}`)));
    setTimeout(() => reject(new Error(`The product did not start: ${said}`)), START_MILLISECONDS).unref();
  });
}

/**
 * Starts the built product on an empty embedded database, as `npm start` would, and stops it afterwards. Where
 * DAFTAR_JOURNEYS_URL names a running site (`deploy/rehearsal.mjs`), that is tested.
 */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env.DAFTAR_JOURNEYS_URL) return async () => {};
  const dataDir = mkdtempSync(join(tmpdir(), 'daftar-journeys-'));
  // Open to pass through, so that as root the database stays inside, and is removed with it.
  chmodSync(dataDir, 0o711);
  const port = await freePort();
  const env = {
    ...process.env,
    NODE_ENV: 'development',
    PORT: String(port),
    DAFTAR_DATA_DIR: dataDir,
    DAFTAR_DEMO: 'no',
    DAFTAR_SANDBOX_LIVE: 'yes',
    DAFTAR_STAND_INS: 'yes',
    DAFTAR_PUBLIC_URL: `http://localhost:${port}`,
    DAFTAR_REQUESTS_PER_MINUTE: '100000',
    // On a machine that does much else everything takes long, and is waited for.
    DAFTAR_LONGEST_WAIT_SECONDS: '30',
    // Every test signs up from this machine.
    DAFTAR_LINK_MAILS_PER_HOUR: '1000',
    DAFTAR_TRIAL_MESSAGES_PER_HOUR: '1000',
    DAFTAR_TRIAL_MESSAGES_PER_DAY: '1000',
    // Its second people were added a moment ago.
    DAFTAR_SECOND_PERSON_DAYS: '0',
  };
  const product = spawn(process.execPath, ['server/dist/main.js'], { cwd: root, env, stdio: 'pipe' });
  await started(product);
  process.env.DAFTAR_JOURNEYS_URL = env.DAFTAR_PUBLIC_URL;
  process.env.DAFTAR_JOURNEYS_DATA_DIR = dataDir;
  return async () => {
    product.kill('SIGTERM');
    if (product.exitCode === null) await once(product, 'exit');
    rmSync(dataDir, { recursive: true, force: true });
  };
}
