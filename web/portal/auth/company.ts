import { type CompanyAnswer, companySignIn } from '@daftar/contract/company-sign-in';
import { notify } from '../../ui/notify.tsx';
import type { AnyTranslate } from '../../ui/text-key.ts';
import { call, sentenceOf } from '../shared/call.ts';

/** The window that the provider sends back tells the one that asked. */
const CHANNEL = 'daftar-company-sign-in';
/** The beginning of an answer's state that is for step-up. */
const AGAIN = 'again.';

/** Whether the provider's answer is for a dialog in another window. */
export const isForDialog = ({ state }: { state: string }): boolean => state.startsWith(AGAIN);

/** Hands the provider's answer to the window that asked. */
export function handOver(answer: CompanyAnswer): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(answer);
  channel.close();
}

/**
 * Proves the user's identity at the company's provider, in a window of its own: what is typed here stays. Call it from a press, or
 * the browser refuses the window. Waits until the answer comes or `signal` ends.
 * @returns null on failure, which has been shown
 */
export async function proveByCompany(t: AnyTranslate, signal: AbortSignal): Promise<string | null> {
  const popup = window.open('about:blank', 'daftar-company-sign-in', 'popup,width=520,height=680');
  try {
    const { url } = (await call(companySignIn.askAgain)).data;
    const answer = answerTo(new URL(url).searchParams.get('state'), signal);
    if (popup) popup.location.replace(url);
    else window.open(url);
    return (await call(companySignIn.stepUp, { body: await answer })).data.step_up;
  } catch (error) {
    popup?.close();
    if (!signal.aborted) notify.error(sentenceOf(error, t));
    return null;
  }
}

function answerTo(state: string | null, signal: AbortSignal): Promise<CompanyAnswer> {
  const channel = new BroadcastChannel(CHANNEL);
  return new Promise<CompanyAnswer>((resolve, reject) => {
    channel.addEventListener('message', ({ data }: MessageEvent<CompanyAnswer>) => {
      if (data.state === state) resolve(data);
    });
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  }).finally(() => channel.close());
}
