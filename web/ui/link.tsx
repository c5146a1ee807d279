/** The router as screens use it: every target is a `Path`. Biome refuses the router's own links elsewhere. */
import {
  type HistoryState,
  Link as RouterLink,
  redirect,
  useNavigate,
  useRouterState,
  useSearch,
} from '@tanstack/react-router';
import { type ComponentPropsWithRef, useCallback, useEffect } from 'react';
import { type Path, type SearchText, targetOf } from './path.ts';

/** What a screen may be asked to open at once: its form for something new, or that of an action. */
export type Ask = 'create' | 'refund' | 'deactivate';

declare module '@tanstack/react-router' {
  interface HistoryState {
    ask?: Ask | undefined;
    /** What its form begins with. */
    typed?: string | undefined;
  }
}

interface LinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href'> {
  to: Path;
  state?: HistoryState;
}

/** A link to a screen. */
export function Link({ to, ...props }: LinkProps) {
  return <RouterLink {...targetOf(to)} {...props} />;
}

interface GoOptions {
  /** Going back then skips this screen. */
  replace?: boolean;
  /** Leaves without asking about unsaved changes. */
  ignoreBlocker?: boolean;
  state?: HistoryState;
}

/** Returns a function that goes to a screen. */
export function useGoTo(): (to: Path, options?: GoOptions) => Promise<void> {
  const navigate = useNavigate();
  return useCallback((to, options) => navigate({ ...targetOf(to), ...options }), [navigate]);
}

/** Goes to a screen as soon as it is rendered, in the place of this one. */
export function GoTo({ to }: { to: Path }) {
  const goTo = useGoTo();
  useEffect(() => void goTo(to, { replace: true }), [goTo, to]);
  return null;
}

/** A redirect for a route's `beforeLoad` to throw. */
export const redirectTo = (to: Path) => redirect({ ...targetOf(to), replace: true });

/** The search parameters of a screen, by its path. */
export function useSearchOf<Search>(_path: Path<Search>): SearchText<Search> {
  return useSearch({ strict: false });
}

/**
 * Runs `open` once if this screen was asked to, by `goTo(path, { state: { ask } })`; neither a reload nor going back
 * repeats it. Waits until `isReady`.
 */
export function useAsk(ask: Ask, isReady: boolean, open: (typed?: string) => void): void {
  const navigate = useNavigate();
  const isAsked = useRouterState({ select: ({ location }) => location.state.ask === ask });
  const typed = useRouterState({ select: ({ location }) => location.state.typed });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time that it is asked.
  useEffect(() => {
    if (!isAsked || !isReady) return;
    void navigate({
      to: '.',
      search: true,
      replace: true,
      resetScroll: false,
      ignoreBlocker: true,
      state: (state) => ({ ...state, ask: undefined, typed: undefined }),
    });
    open(typed);
  }, [isAsked, isReady]);
}
