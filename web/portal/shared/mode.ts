import { type SessionState, useSession } from './session.ts';

export type Mode = 'live' | 'test';

export const modeOf = ({ isLive }: SessionState): Mode => (isLive ? 'live' : 'test');

/** Returns the current mode, live or test. */
export function useMode(): Mode {
  return modeOf(useSession());
}
