import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { loadCatalogues } from '../../shared/locale.ts';
import { redirectTo } from '../../ui/link.tsx';
import type { Path } from '../../ui/path.ts';
import { parseSearch, stringifySearch } from '../../ui/search-params.ts';
import type { NamedTextKey } from '../../ui/text-key.ts';
import { guestScreens } from '../auth/routes.tsx';
import { loginPath } from '../paths/auth.ts';
import { dashboardPath } from '../paths/dashboard.ts';
import { forbiddenPath, notFoundPath } from '../paths/errors.ts';
import { resumeSession } from '../shared/call.ts';
import { setNextPlace } from '../shared/next-place.ts';
import { can } from '../shared/permissions.ts';
import type { Screen } from '../shared/screen.ts';
import { session } from '../shared/session.ts';
import { GuestLayout } from './guest-layout.tsx';
import { Root } from './root.tsx';
import { screens } from './screens.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Key of the screen's title, with its catalogue. */
    title?: NamedTextKey;
  }
  interface HistoryState {
    /** An e-mail address that prefills the next form before sign-in. */
    email?: string;
  }
}

const rootRoute = createRootRoute({ component: Root });

const indexRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    const mayEnter = session.get().token !== null || session.mayResume();
    throw redirectTo(mayEnter ? dashboardPath : loginPath);
  },
});

/** Routes of signed-in people; others are redirected to /login. */
const sessionGroup = createRoute({
  getParentRoute: () => rootRoute,
  id: 'session',
  component: lazyRouteComponent(() => import('./shell.tsx'), 'Shell'),
  beforeLoad: async ({ location }) => {
    if (session.mayResume()) await resumeSession().catch(() => false);
    const { token, hasPermissions } = session.get();
    if (token && hasPermissions) return;
    if (token) session.end();
    setNextPlace(location.pathname === dashboardPath ? null : location.href);
    throw redirectTo(loginPath);
  },
  loader: () => loadCatalogues('shell', 'notifications', 'messages'),
});

function routeOf(screen: Screen) {
  return createRoute({
    getParentRoute: () => sessionGroup,
    path: screen.path,
    staticData: { title: screen.title },
    component: lazyRouteComponent(screen.page),
    beforeLoad: () => {
      if (!can(screen.permission) || !can(screen.group)) throw redirectTo(forbiddenPath);
    },
    loader: async ({ params, location }) => {
      const fetched = screen.page().then(({ prefetch }) => {
        prefetch?.({
          params: params as Record<string, string>,
          search: location.search as Record<string, string>,
        });
      });
      await Promise.all([fetched, screen.catalogues && loadCatalogues(...screen.catalogues)]);
    },
  });
}

/** Routes before sign-in. */
const guestGroup = createRoute({
  getParentRoute: () => rootRoute,
  id: 'guest',
  component: GuestLayout,
  loader: () => loadCatalogues('auth'),
});

/** Redirects to sign-in from an address without its token. */
const withoutToken = guestScreens
  .filter(({ path }) => path.endsWith('/$token'))
  .map(({ path }) =>
    createRoute({
      getParentRoute: () => guestGroup,
      path: path.replace('/$token', ''),
      beforeLoad: () => {
        throw redirectTo(loginPath);
      },
    }),
  );

const guestRoutes = guestScreens.map(({ path, title, page, needs = [] }) =>
  createRoute({
    getParentRoute: () => guestGroup,
    path,
    staticData: { title },
    component: lazyRouteComponent(page),
    beforeLoad: ({ search }) => {
      if (path === loginPath && session.get().token) throw redirectTo(dashboardPath);
      const given: Readonly<Record<string, unknown>> = search;
      if (needs.some((name) => !given[name])) throw redirectTo(loginPath);
    },
  }),
);

const outcome = (path: Path, title: NamedTextKey, name: 'ForbiddenScreen' | 'NotFoundScreen') =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    staticData: { title },
    component: lazyRouteComponent(() => import('./error-pages.tsx'), name),
    loader: () => loadCatalogues('shell', 'notifications', 'messages'),
  });

const unknownRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad: () => {
    throw redirectTo(notFoundPath);
  },
});

const routeTree = rootRoute.addChildren([
  indexRoute,
  guestGroup.addChildren([...guestRoutes, ...withoutToken]),
  sessionGroup.addChildren(screens.map(routeOf)),
  outcome(forbiddenPath, 'common:forbidden.title', 'ForbiddenScreen'),
  outcome(notFoundPath, 'common:notFound.title', 'NotFoundScreen'),
  unknownRoute,
]);

/** Search parameters are plain text: readable, shareable, and validated only by the contract. */
export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 10_000,
  scrollRestoration: true,
  parseSearch,
  stringifySearch,
});
