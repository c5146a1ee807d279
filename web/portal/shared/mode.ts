import { useSession } from './session.ts';

export type Mode = 'live' | 'test';

/** Live or test: which books the screens show. */
export function useMode(): Mode {
  return useSession().isLive ? 'live' : 'test';
}
