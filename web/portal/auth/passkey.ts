import { profile } from '@daftar/contract/profile';
import { startAuthentication } from '@simplewebauthn/browser';
import { notify } from '../../ui/notify.tsx';
import type { AnyTranslate } from '../../ui/text-key.ts';
import { call, sentenceOf } from '../shared/call.ts';

/** Whether the person dismissed the browser's prompt or let it time out, which is no error to report. */
export const isGivenUp = (error: unknown) =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');

async function sign(optionsJSON: Parameters<typeof startAuthentication>[0]['optionsJSON']) {
  const { id, rawId, response } = await startAuthentication({ optionsJSON });
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  const signed = { clientDataJSON, authenticatorData, signature, ...(userHandle ? { userHandle } : {}) };
  return { id, rawId, type: 'public-key', response: signed } as const;
}

/** Proves the user's identity by a passkey. @returns null on failure, which has been shown */
export async function proveByPasskey(t: AnyTranslate): Promise<string | null> {
  try {
    const { token, challenge, rp_id: rpId, allow } = (await call(profile.stepUpQuestion)).data;
    const allowCredentials = allow.map((each) => ({ ...each, type: 'public-key' as const }));
    const answer = await sign({ challenge, rpId, userVerification: 'required', allowCredentials });
    return (await call(profile.stepUp, { body: { token, answer } })).data.step_up;
  } catch (error) {
    if (!isGivenUp(error)) notify.error(sentenceOf(error, t));
    return null;
  }
}

/** Signs in by a passkey. @returns null on failure, which has been shown */
export async function signInByPasskey(remember_me: boolean, t: AnyTranslate) {
  try {
    const { token, challenge, rp_id: rpId } = (await call(profile.passkeyQuestion)).data;
    const answer = await sign({ challenge, rpId, userVerification: 'required' });
    return (await call(profile.passkeySignIn, { body: { token, answer, remember_me } })).data;
  } catch (error) {
    if (!isGivenUp(error)) notify.error(sentenceOf(error, t));
    return null;
  }
}
