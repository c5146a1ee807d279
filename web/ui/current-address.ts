/** The address that is shown, for the kit and the frame. */
import { useNavigate, useRouter, useRouterState, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { type Path, targetOf } from './path.ts';

/** The path that is shown now, with its search parameters. */
export const useCurrentPath = () =>
  useRouterState({ select: ({ location }) => `${location.pathname}${location.searchStr}` as Path });

type Search = Readonly<Record<string, string | undefined>>;

/** Reads and changes the search parameters of the current screen, whichever it is. */
export function useCurrentSearch() {
  const navigate = useNavigate();
  const search: Search = useSearch({ strict: false });
  const change = useCallback(
    (next: (search: Search) => Search, replace: boolean) =>
      navigate({ to: '.', search: next, replace, resetScroll: false }),
    [navigate],
  );
  return { search, change };
}

/** Returns a function that tells the address of a path, for another tab: the console's begin with `/ops`. */
export function useHrefOf(): (to: Path) => string {
  const router = useRouter();
  return useCallback((to) => router.buildLocation(targetOf(to)).publicHref, [router]);
}
