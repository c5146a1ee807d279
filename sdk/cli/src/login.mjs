import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { Daftar } from '#sdk';
import { configFile, readConfig, writeConfig } from './config.mjs';
import { UsageError } from './usage.mjs';

/** Asks for a line; what is secret is not shown while it is typed. */
async function ask(question, isSecret = false) {
  if (!process.stdin.isTTY) throw new UsageError('Give --url and --key: there is nobody to ask.');
  if (isSecret) process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({
    input: process.stdin,
    output: isSecret ? silent : process.stderr,
    terminal: true,
  });
  const answer = await lines.question(isSecret ? '' : question);
  lines.close();
  if (isSecret) process.stderr.write('\n');
  return answer.trim();
}

/** Keeps an address and a key once Daftar has accepted them. */
export async function login({ url, key }) {
  const config = await readConfig();
  const known = config.url ? ` (${config.url})` : '';
  const address = (url ?? (await ask(`Address of your Daftar${known}: `))) || config.url;
  if (!address || !URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    throw new UsageError('An address begins with https:// or http://');
  const secret = key ?? (await ask('Secret key (sk_test_… or sk_live_…): ', true));
  if (!/^sk_(test|live)_/.test(secret))
    throw new UsageError('A secret key begins with sk_test_ or sk_live_.');
  const baseUrl = address.replace(/\/$/, '');
  const permissions = await new Daftar(secret, { baseUrl }).auth.myPermissions();
  await writeConfig({ ...config, url: baseUrl, key: secret });
  const mode = secret.includes('_test_') ? 'test' : 'live: real money';
  console.log(
    `Logged in to ${baseUrl} (${mode}; permissions: ${permissions.length}). Kept in ${configFile()}`,
  );
}
