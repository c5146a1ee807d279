import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Runs `npm run ops -- …` on the product under test. @returns its output. */
export async function runOps(...words: string[]): Promise<string> {
  const { DAFTAR_JOURNEYS_DATA_DIR: dataDir, DAFTAR_JOURNEYS_RELEASE: release } = process.env;
  const env = { ...process.env, ...(dataDir && { DAFTAR_DATA_DIR: dataDir }) };
  const args = ['server/dist/ops.js', ...words];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: release ?? root, env });
  return stdout;
}
