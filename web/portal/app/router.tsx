import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { publicScreens } from '../auth/routes.tsx';
import { resumeSession } from '../shared/call.ts';
import { loadCatalogues } from '../shared/locale.ts';
import { can } from '../shared/permissions.ts';
import type { Screen } from '../shared/screen.ts';
import { session } from '../shared/session.ts';
import { followSession } from './follow-session.ts';
import { Root } from './root.tsx';
import { screens } from './screens.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Key of the screen's title, with its catalogue. */
    title?: string;
  }
  interface HistoryState {
    /** Where to go after signing in. */
    next?: string;
    /** An e-mail address to begin a form with. */
    email?: string;
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

/** What belongs to visitors: sign-in and onboarding. */
const publicGroup = createRoute({
  getParentRoute: () => rootRoute,
  id: 'public',
  component: lazyRouteComponent(() => import('../auth/layout.tsx'), 'AuthLayout'),
  loader: () => loadCatalogues('auth'),
});

/** What belongs to signed-in people: without a token and permissions, /login. */
const sessionGroup = createRoute({
  getParentRoute: () => rootRoute,
  id: 'session',
  component: lazyRouteComponent(() => import('./shell.tsx'), 'Shell'),
  beforeLoad: async ({ location }) => {
    if (session.mayResume()) await resumeSession().catch(() => false);
    const { token, hasPermissions } = session.get();
    if (token && hasPermissions) return;
    if (token) session.end();
    const next = location.pathname === '/dashboard' ? undefined : location.href;
    throw redirect({ to: '/login', replace: true, state: next ? { next } : {} });
  },
  loader: () => loadCatalogues('shell', 'notifications'),
});

function routeOf(screen: Screen) {
  return createRoute({
    getParentRoute: () => sessionGroup,
    path: screen.path,
    staticData: { title: screen.title },
    component: lazyRouteComponent(screen.page),
    beforeLoad: () => {
      if (!can(screen.permission)) throw redirect({ to: '/403', replace: true });
    },
    loader: async ({ params, location }) => {
      screen.prefetch?.({
        params: params as Record<string, string>,
        search: location.search as Record<string, string>,
      });
      if (screen.catalogues) await loadCatalogues(...screen.catalogues);
    },
  });
}

const publicRoutes = publicScreens.map((screen) =>
  createRoute({
    getParentRoute: () => publicGroup,
    path: screen.path,
    staticData: { title: screen.title },
    component: lazyRouteComponent(screen.page),
    beforeLoad: ({ params, search }) => {
      const to = screen.leave?.({
        params: params as Record<string, string>,
        search: search as Record<string, string>,
      });
      if (to) throw redirect({ to, replace: true });
    },
  }),
);

const outcome = (path: '/403' | '/404', title: string, name: 'ForbiddenScreen' | 'NotFoundScreen') =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    staticData: { title },
    component: lazyRouteComponent(() => import('./outcomes.tsx'), name),
    loader: () => loadCatalogues('shell', 'notifications'),
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
  publicGroup.addChildren(publicRoutes),
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
