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

/** A form that a screen opens on arrival: for a new record, or of an action. */
export type Ask = 'create' | 'refund' | 'deactivate';

declare module '@tanstack/react-router' {
  interface HistoryState {
    ask?: Ask | undefined;
    /** The initial text of the form. */
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
  /** Replaces this screen in the history. */
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

/** Redirects to a screen as soon as it is rendered. */
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
 * Calls `open` once, when `isReady`, if the screen was reached by `goTo(path, { state: { ask } })`. Neither a reload nor going
 * back repeats it.
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
