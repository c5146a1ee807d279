import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runOps } from './ops.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A stand-in of a processor in a process of its own. */
export interface StandInProcess {
  /** Its own page, where a person plays the kiosk or reads the books. */
  url: string;
  stop(): void;
}

/** Starts a processor's stand-in for live payments, and connects it for one merchant as a provider would. */
export async function connectStandIn(
  name: 'fawry' | 'paymob',
  merchant: string,
  methods: readonly number[],
): Promise<StandInProcess> {
  const args = ['server/dist/stand-in.js', name, '--live'];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  const account = await new Promise<Record<string, unknown>>((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const json = /\{[\s\S]*\}\n$/.exec(said)?.[0];
      if (json) resolve(JSON.parse(json) as Record<string, unknown>);
    });
    child.once('exit', (code) => reject(new Error(`the stand-in ended with ${code}: ${said}`)));
  });
  const folder = mkdtempSync(join(tmpdir(), 'daftar-stand-in-'));
  const file = join(folder, 'account.json');
  writeFileSync(file, JSON.stringify({ ...account, scope: merchant, methods }));
  await runOps('processor', 'add', file);
  rmSync(folder, { recursive: true });
  return { url: String(account.base_url), stop: () => child.kill() };
}
