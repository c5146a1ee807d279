/** Where the tool keeps its address and keys: a file that only its owner may read. */
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { Daftar } from '#sdk';
import { UsageError } from './usage.mjs';

export const configFile = () =>
  join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'daftar', 'config.json');

/** @returns {Promise<{ url?: string, key?: string, requested?: boolean, webhookSecret?: string }>} `requested`: the key was made for this tool */
export async function readConfig() {
  const text = await readFile(configFile(), 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return '{}';
    throw error;
  });
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${configFile()} is not JSON. Correct or delete it, then run daftar login.`);
  }
}

export async function writeConfig(config) {
  const file = configFile();
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  // A new file, so that nobody can read it at any moment, and half of it is never there.
  const fresh = `${file}.${process.pid}`;
  await rm(fresh, { force: true });
  await writeFile(fresh, `${JSON.stringify(config, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  await rename(fresh, file);
}

export const forgetConfig = () => rm(configFile(), { force: true });

/** The client of whoever is logged in; `DAFTAR_URL` and `DAFTAR_SECRET_KEY` come before the file. `version` of the API; by default the key's. */
export async function clientOf(version) {
  const config = await readConfig();
  const url = process.env.DAFTAR_URL || config.url;
  const key = process.env.DAFTAR_SECRET_KEY || config.key;
  if (!url || !key) throw new UsageError('Run daftar login first, or set DAFTAR_URL and DAFTAR_SECRET_KEY.');
  return {
    daftar: new Daftar(key, { baseUrl: url, ...(version === undefined ? {} : { version }) }),
    isTest: key.includes('_test_'),
    url,
  };
}
