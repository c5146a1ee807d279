import { profile } from '@daftar/contract/profile';
import { startAuthentication } from '@simplewebauthn/browser';
import { call, sentenceOf } from '../shared/call.ts';
import { notify } from '../shared/notify.ts';

/** Whether the person dismissed the browser's prompt or let it time out, which is no error to report. */
export const isGivenUp = (error: unknown) =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');

/** Has the browser sign in by a passkey. @returns null when it did not; what went wrong has been said */
export async function signInByPasskey(remember_me: boolean, t: (key: string) => string) {
  try {
    const { token, challenge, rp_id: rpId } = (await call(profile.passkeyQuestion)).data;
    const optionsJSON = { challenge, rpId, userVerification: 'required' } as const;
    const { id, rawId, response } = await startAuthentication({ optionsJSON });
    const { clientDataJSON, authenticatorData, signature, userHandle } = response;
    const answer = {
      id,
      rawId,
      type: 'public-key',
      response: {
        clientDataJSON,
        authenticatorData,
        signature,
        ...(userHandle ? { userHandle } : {}),
      },
    } as const;
    return (await call(profile.passkeySignIn, { body: { token, answer, remember_me } })).data;
  } catch (error) {
    if (!isGivenUp(error)) notify.error(sentenceOf(error, t));
    return null;
  }
}
