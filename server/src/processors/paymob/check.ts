/** Checks an account's credentials without changing anything at Paymob. */
import { ProcessorError } from '../errors.ts';
import type { AccountSettings } from '../gateway.ts';
import type { HttpReply } from '../http.ts';
import { isSameText } from '../same.ts';
import { type Calls, failureOf, isRefusal } from './calls.ts';
import { INTEGRATIONS, METHODS } from './integrations.ts';
import { HmacSecret, Integrations } from './messages.ts';

/**
 * Proves the secret key and the API key by documented calls. The HMAC secret and the integrations can only be checked
 * by calls of Paymob's shop plug-ins, which it does not offer to every account.
 * @returns the limits of the proof, as a sentence; empty if everything is proved
 * @throws ProcessorError `refused` for credentials that are certainly wrong
 */
export async function check(settings: AccountSettings, calls: Calls, signal: AbortSignal): Promise<string> {
  await proveSecretKey(calls, signal);
  await calls.proveApiKey(signal);
  const unproved = [
    ...((await isHmacSecretProved(settings, calls, signal)) ? [] : ['the HMAC secret']),
    ...((await areIntegrationsProved(settings, calls, signal)) ? [] : ['the integration ids']),
  ];
  if (unproved.length === 0) return '';
  return `Paymob accepts both keys, but does not say whether ${unproved.join(' and ')} are right: pay one pound by each method to find out`;
}

/**
 * Sends an intention without any field: with the right key it is refused for its fields, so that nothing is created.
 */
async function proveSecretKey(calls: Calls, signal: AbortSignal): Promise<void> {
  const reply = await calls.bySecretKey('POST', '/v1/intention/', { json: {}, signal });
  if (!isRefusal(reply) || reply.status === 404) throw failureOf(reply, 'the secret key');
}

/** Returns whether Paymob answered; it does not offer these calls to every account. */
const isAnswered = ({ status }: HttpReply): boolean => status < 300;

async function isHmacSecretProved(
  settings: AccountSettings,
  calls: Calls,
  signal: AbortSignal,
): Promise<boolean> {
  const reply = await calls.byToken('GET', '/api/auth/hmac_secret/get_hmac', { signal });
  const theirs = HmacSecret.safeParse(reply.json);
  if (!isAnswered(reply) || !theirs.success) return false;
  if (isSameText(theirs.data.hmac_secret, settings.notificationSecret)) return true;
  throw new ProcessorError('refused', 'the HMAC secret is not the one of the account');
}

async function areIntegrationsProved(
  settings: AccountSettings,
  calls: Calls,
  signal: AbortSignal,
): Promise<boolean> {
  const path =
    '/api/ecommerce/integrations?is_plugin=true&page_size=500&is_deprecated=false&is_standalone=false';
  const reply = await calls.byToken('GET', path, { signal });
  const list = Integrations.safeParse(reply.json);
  if (!isAnswered(reply) || !list.success) return false;
  for (const method of METHODS) {
    const name = INTEGRATIONS[method];
    const id = settings.credentials[name];
    if (!id) continue;
    const found = list.data.results.find((each) => each.id === id);
    if (!found) throw new ProcessorError('refused', `${name} is no integration of the account`);
    if ((found.is_live ?? settings.mode === 'live') !== (settings.mode === 'live')) {
      throw new ProcessorError('refused', `${name} is of the other mode`);
    }
    if ((found.currency ?? 'EGP') !== 'EGP')
      throw new ProcessorError('refused', `${name} has another currency`);
  }
  return true;
}
