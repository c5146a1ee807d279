import type { auth } from '@daftar/contract/auth';
import type { ReplyOf } from '@daftar/contract/endpoint';
import type { ComponentType } from 'react';
import { loadCatalogues } from '../../shared/locale.ts';
import { notify } from '../../ui/notify.tsx';
import { clearEndReason } from '../shared/ended.ts';
import { takeNextPlace } from '../shared/next-place.ts';
import { session } from '../shared/session.ts';
import type { SecondStepProps } from './second-step.tsx';

type SignedInData = Parameters<typeof session.signIn>[0];

/** The screen that comes between the first factor and the session. */
export interface AskedStep {
  Page: ComponentType<SecondStepProps>;
  token: string;
}

/** What the server answered to a first factor: the screen to be shown next, or who is signed in. */
export async function nextOf(data: ReplyOf<typeof auth.login>): Promise<AskedStep | { data: SignedInData }> {
  if ('second_step' in data) {
    const [page] = await Promise.all([import('./second-step.tsx'), loadCatalogues('second-step')]);
    return { Page: page.SecondStep, token: data.second_step.token };
  }
  if ('second_step_missing' in data) {
    const [page] = await Promise.all([import('./set-up-second-step.tsx'), loadCatalogues('second-step')]);
    return { Page: page.SetUpSecondStep, token: data.second_step_missing.token };
  }
  return { data };
}

/** Opens the session in this browser, and goes to where the person wanted to. */
export function welcome(
  data: SignedInData,
  remember: boolean,
  history: { replace: (to: string) => void },
): void {
  clearEndReason();
  session.signIn(data, remember);
  notify.clear();
  history.replace(takeNextPlace());
}
