/** Getting a key without copying one: the tool shows a code, and a person confirms it in the portal. */
import { spawn } from 'node:child_process';
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { safe } from './show.mjs';

const PROGRAM = 'Daftar CLI';
const LONGEST_MACHINE = 60;
const ANSWER_MILLISECONDS = 30_000;

/** Daftar refused, or did not answer. */
class LoginError extends Error {
  code = 'LOGIN';
}

async function ask(baseUrl, path, body) {
  let reply;
  try {
    reply = await fetch(`${baseUrl}/api/merchant/key_requests${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_MILLISECONDS),
    });
  } catch (error) {
    return { status: 0, message: `${baseUrl} did not answer (${error.cause?.code ?? error.name}).` };
  }
  const { data, message } = await reply.json().catch(() => ({}));
  return {
    status: reply.status,
    data,
    message: safe(message ?? `${baseUrl} is no Daftar that knows login by browser (${reply.status}).`),
  };
}

/** Opens an address where there is a browser; that there is none matters to nobody. */
function open(address) {
  const [program, ...args] =
    process.platform === 'darwin'
      ? ['open']
      : process.platform === 'win32'
        ? ['rundll32', 'url.dll,FileProtocolHandler']
        : ['xdg-open'];
  spawn(program, [...args, address], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}

/** Whether a busy or absent server may answer the next time. */
const isPassing = (status) => status === 0 || status === 429 || status >= 500;

/** @returns the key, once somebody has confirmed in the portal. @throws LoginError */
export async function keyByBrowser(baseUrl, { isLive, opens }) {
  const machine = safe(hostname()).trim().slice(0, LONGEST_MACHINE) || 'unknown';
  const begun = await ask(baseUrl, '', { mode: isLive ? 'live' : 'test', program: PROGRAM, machine });
  if (begun.status !== 200) throw new LoginError(begun.message);
  const { device_code, user_code, address, expires_in_seconds, interval_seconds } = begun.data;
  if (!/^https?:\/\//.test(address)) throw new LoginError(`${baseUrl} gave no address to confirm at.`);
  console.error(`Code: ${safe(user_code)}\nConfirm it at ${safe(address)}`);
  if (opens) open(address);
  const until = Date.now() + expires_in_seconds * 1000;
  while (Date.now() < until) {
    await wait(interval_seconds * 1000);
    const { status, data, message } = await ask(baseUrl, '/collect', { device_code });
    if (isPassing(status)) continue;
    if (status !== 200) throw new LoginError(message);
    if (data.status === 'refused') throw new LoginError('It was refused in the portal.');
    if (data.key) return data.key;
  }
  throw new LoginError('Nobody confirmed the code. Run daftar login again.');
}

/** Ends a key that was made so. @throws LoginError */
export async function endKey(baseUrl, key) {
  const { status, message } = await ask(baseUrl, '/end', { key });
  if (status !== 200) throw new LoginError(message);
}
