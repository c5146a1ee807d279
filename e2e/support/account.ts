import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runOps } from './ops.ts';

/** Adds an account at a processor that nothing answers, of one merchant by e-mail. */
export async function addSilentAccount(name: string, scope: string, mode: 'live' | 'test'): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'account-'));
  const path = join(folder, 'account.json');
  const account = {
    adapter: 'mpgs',
    mode,
    scope,
    name,
    methods: ['Card'],
    currencies: ['EGP'],
    base_url: 'http://127.0.0.1:59999',
    credentials: {
      merchantId: mode === 'test' ? 'TESTJOURNEY' : 'JOURNEY',
      apiPassword: 'long enough by now',
    },
    notification_secret: 'a notification secret',
  };
  await writeFile(path, JSON.stringify(account));
  await runOps('processor', 'add', path);
  await rm(folder, { recursive: true });
}
