import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { doorPaths } from '../paths/auth.ts';
import { dashboardPath } from '../paths/dashboard.ts';
import { resumeSession } from '../shared/call.ts';
import { loadCatalogues } from '../shared/locale.ts';
import { setNextPlace } from '../shared/next-place.ts';
import { can } from '../shared/permissions.ts';
import type { Screen } from '../shared/screen.ts';
import { session } from '../shared/session.ts';
import { followSession } from './follow-session.ts';
import { endAfterRest } from './rest.ts';
import { Root } from './root.tsx';
import { screens } from './screens.ts';
import { Shell } from './shell.tsx';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Key of the screen's title, with its catalogue. */
    title?: string;
  }
}

const rootRoute = createRootRoute({ component: Root });

const indexRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/login', replace: true });
  },
});

/** What belongs to signed-in people: without a token and permissions, /login. */
const sessionGroup = createRoute({
  getParentRoute: () => rootRoute,
  id: 'session',
  component: Shell,
  beforeLoad: async ({ location }) => {
    if (session.mayResume()) await resumeSession().catch(() => false);
    const { token, hasPermissions } = session.get();
    if (token && hasPermissions) return;
    if (token) session.end();
    setNextPlace(location.pathname === dashboardPath ? null : location.href);
    throw redirect({ to: '/login', replace: true });
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
      if (!can(screen.permission) || !can(screen.group)) throw redirect({ to: '/403', replace: true });
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

/** Paths of sign-in and onboarding, which this router does not render: they reload the page. */
const doorRoutes = doorPaths.flatMap((path) =>
  [path, `${path}/$`].map((each) =>
    createRoute({
      getParentRoute: () => rootRoute,
      path: each,
      beforeLoad: ({ location }) => {
        if (window.location.pathname === location.pathname) window.location.reload();
        else window.location.replace(location.href);
        return new Promise<void>(() => undefined);
      },
    }),
  ),
);

const outcome = (path: '/403' | '/404', title: string, name: 'ForbiddenScreen' | 'NotFoundScreen') =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    staticData: { title },
    component: lazyRouteComponent(() => import('./outcomes.tsx'), name),
    loader: () => loadCatalogues('shell', 'notifications', 'messages'),
  });

const unknownRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/404', replace: true });
  },
});

const routeTree = rootRoute.addChildren([
  indexRoute,
  ...doorRoutes,
  sessionGroup.addChildren(screens.map(routeOf)),
  outcome('/403', 'common:forbidden.title', 'ForbiddenScreen'),
  outcome('/404', 'common:notFound.title', 'NotFoundScreen'),
  unknownRoute,
]);

/** Search parameters are plain text: readable, shareable, and judged by the contract alone. */
export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 10_000,
  scrollRestoration: true,
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const pairs = Object.entries(search).flatMap(([name, value]) =>
      value === undefined || value === null || value === '' ? [] : [[name, String(value)]],
    );
    const text = new URLSearchParams(pairs).toString();
    return text && `?${text}`;
  },
});

followSession(router);
endAfterRest();
