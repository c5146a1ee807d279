import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { Daftar } from '#sdk';
import { endKey, keyByBrowser } from './browser.mjs';
import { configFile, forgetConfig, readConfig, writeConfig } from './config.mjs';
import { UsageError } from './usage.mjs';

/** Asks for a line; what is secret is not shown while it is typed. */
async function ask(question, isSecret = false) {
  if (!process.stdin.isTTY) throw new UsageError('Give --url (and --key): there is nobody to ask.');
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

const modeOf = (key) => (key.includes('_test_') ? 'test' : 'live: real money');

/**
 * Keeps an address and a key once Daftar has accepted them. The key is given, typed, or made in the portal by whoever confirms the
 * code that is shown.
 */
export async function login({ url, key, 'with-key': withKey, live, 'no-browser': noBrowser }) {
  const config = await readConfig();
  const known = config.url ? ` (${config.url})` : '';
  const address = (url ?? (await ask(`Address of your Daftar${known}: `))) || config.url;
  if (!address || !URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    throw new UsageError('An address begins with https:// or http://');
  const baseUrl = address.replace(/\/+$/, '');
  const isGiven = key !== undefined || withKey;
  const secret = isGiven
    ? (key ?? (await ask('Secret key (sk_test_… or sk_live_…): ', true)))
    : await keyByBrowser(baseUrl, { isLive: live === true, opens: !noBrowser });
  if (!/^sk_(test|live)_/.test(secret))
    throw new UsageError('A secret key begins with sk_test_ or sk_live_.');
  const permissions = await new Daftar(secret, { baseUrl }).auth.myPermissions();
  await writeConfig({ ...config, url: baseUrl, key: secret, requested: !isGiven });
  // Nobody has the former key any more.
  if (config.requested) await endKey(config.url, config.key).catch(() => {});
  console.log(
    `Logged in to ${baseUrl} (${modeOf(secret)}; permissions: ${permissions.length}). Kept in ${configFile()}`,
  );
}

/** Ends the key that `daftar login` had made, and forgets everything. A key of one's own works on. */
export async function logout() {
  const { url, key, requested } = await readConfig();
  if (requested) await endKey(url, key);
  await forgetConfig();
  console.log(
    requested ? 'The key was revoked and forgotten.' : 'Forgotten. A key that you entered works on.',
  );
}
