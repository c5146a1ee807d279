import { useSession } from './session.ts';

export type Mode = 'live' | 'test';

/** Returns the current mode, live or test. */
export function useMode(): Mode {
  return useSession().isLive ? 'live' : 'test';
}
