/** The router as screens use it: every target is a `Path`. Biome refuses the router's own links elsewhere. */
import {
  type HistoryState,
  Link as RouterLink,
  redirect,
  useNavigate,
  useSearch,
} from '@tanstack/react-router';
import { type ComponentPropsWithRef, useCallback, useEffect } from 'react';
import { type Path, type SearchText, targetOf } from './path.ts';

interface LinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href'> {
  to: Path;
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
