import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { loadCatalogues } from '../../shared/locale.ts';
import { ApiError } from '../../ui/errors.ts';
import { ForbiddenPage, NotFoundPage } from '../../ui/page-states.tsx';
import { parseSearch, stringifySearch } from '../../ui/search-params.ts';
import type { NamedTextKey } from '../../ui/text-key.ts';
import { onSessionEnded } from '../shared/call.ts';
import { operatorQuery } from '../shared/operator.ts';
import { queryClient } from '../shared/query.ts';
import { Root } from './root.tsx';
import { type OpsScreen, screens } from './screens.ts';
import { Shell } from './shell.tsx';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Key of the screen's title, with its catalogue. */
    opsTitle?: NamedTextKey;
  }
}

const rootRoute = createRootRoute({ component: Root, notFoundComponent: () => <NotFoundPage home="/" /> });

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  staticData: { opsTitle: 'ops:signIn.title' },
  component: lazyRouteComponent(() => import('./sign-in-page.tsx')),
});

const joinRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/join',
  staticData: { opsTitle: 'ops:join.title' },
  component: lazyRouteComponent(() => import('./join-page.tsx')),
});

/** Routes of signed-in operators. */
const sessionGroup = createRoute({
  getParentRoute: () => rootRoute,
  id: 'session',
  component: Shell,
  beforeLoad: async ({ location }) => {
    try {
      await queryClient.ensureQueryData(operatorQuery);
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 401)) throw error;
      throw redirect({ to: '/sign-in', search: { next: location.href } as never, replace: true });
    }
  },
});

const permissionsOf = () =>
  queryClient.getQueryData<{ data: { permissions: readonly string[] } }>(operatorQuery.queryKey)?.data
    .permissions ?? [];

function routeOf(screen: OpsScreen) {
  return createRoute({
    getParentRoute: () => sessionGroup,
    path: screen.path,
    staticData: { opsTitle: screen.title },
    component: lazyRouteComponent(screen.page),
    beforeLoad: () => {
      if (!permissionsOf().includes(screen.permission)) throw redirect({ to: '/403', replace: true });
    },
    loader: () => screen.catalogues && loadCatalogues(...screen.catalogues),
  });
}

/** The first screen of a role. */
const indexRoute = createRoute({
  getParentRoute: () => sessionGroup,
  path: '/',
  beforeLoad: () => {
    const first = screens.find(({ icon, permission }) => icon && permissionsOf().includes(permission));
    throw redirect({ to: first?.path ?? '/403', replace: true });
  },
});

const forbiddenRoute = createRoute({
  getParentRoute: () => sessionGroup,
  path: '/403',
  component: () => <ForbiddenPage home="/" />,
});

const routeTree = rootRoute.addChildren([
  signInRoute,
  joinRoute,
  sessionGroup.addChildren([indexRoute, forbiddenRoute, ...screens.map(routeOf)]),
]);

export const router = createRouter({
  routeTree,
  basepath: '/ops',
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 10_000,
  scrollRestoration: true,
  parseSearch,
  stringifySearch,
});

// Nothing that was shown stays in memory after the session has ended. The guard redirects whoever was not signed in.
onSessionEnded(() => {
  const { pathname, href } = router.state.location;
  const isKnown = queryClient.getQueryData(operatorQuery.queryKey) !== undefined;
  if (!isKnown || pathname.endsWith('/sign-in')) return;
  queryClient.clear();
  window.location.replace(`/ops/sign-in?${new URLSearchParams({ next: href })}`);
});
