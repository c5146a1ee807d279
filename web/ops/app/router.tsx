import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { loadCatalogues } from '../../shared/locale.ts';
import { ApiError } from '../../ui/errors.ts';
import { redirectTo } from '../../ui/link.tsx';
import { ForbiddenPage, NotFoundPage } from '../../ui/page-states.tsx';
import { withSearch } from '../../ui/path.ts';
import { parseSearch, stringifySearch } from '../../ui/search-params.ts';
import type { NamedTextKey } from '../../ui/text-key.ts';
import { companyPath, forbiddenPath, homePath, joinPath, signInPath } from '../paths/app.ts';
import { onSessionEnded } from '../shared/call.ts';
import { operatorQuery } from '../shared/operator.ts';
import { queryClient } from '../shared/query.ts';
import { setSignedIn, wasSignedIn } from '../shared/was-signed-in.ts';
import { Root } from './root.tsx';
import { type OpsScreen, screens } from './screens.ts';
import { Shell } from './shell.tsx';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Key of the screen's title, with its catalogue. */
    opsTitle?: NamedTextKey;
  }
}

const HOME = { path: homePath, label: 'goToStart' } as const;

const rootRoute = createRootRoute({ component: Root, notFoundComponent: () => <NotFoundPage home={HOME} /> });

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: signInPath,
  staticData: { opsTitle: 'ops:signIn.title' },
  component: lazyRouteComponent(() => import('./sign-in-page.tsx')),
});

const companyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: companyPath,
  staticData: { opsTitle: 'ops:signIn.title' },
  component: lazyRouteComponent(() => import('./company-page.tsx')),
});

const joinRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: joinPath,
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
      setSignedIn(true);
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 401)) throw error;
      const ended = wasSignedIn() ? 'yes' : undefined;
      throw redirectTo(withSearch(signInPath, { next: location.href, ended }));
    }
  },
});

const readsOf = () =>
  queryClient.getQueryData<{ data: { reads: readonly string[] } }>(operatorQuery.queryKey)?.data.reads ?? [];

function routeOf(screen: OpsScreen) {
  return createRoute({
    getParentRoute: () => sessionGroup,
    path: screen.path,
    staticData: { opsTitle: screen.title },
    component: lazyRouteComponent(screen.page),
    beforeLoad: () => {
      if (!readsOf().includes(screen.permission)) throw redirectTo(forbiddenPath);
    },
    loader: () => screen.catalogues && loadCatalogues(...screen.catalogues),
  });
}

/** The first screen of a role. */
const indexRoute = createRoute({
  getParentRoute: () => sessionGroup,
  path: homePath,
  beforeLoad: () => {
    const first = screens.find(({ icon, permission }) => icon && readsOf().includes(permission));
    throw redirectTo(first?.path ?? forbiddenPath);
  },
});

const forbiddenRoute = createRoute({
  getParentRoute: () => sessionGroup,
  path: forbiddenPath,
  component: () => <ForbiddenPage home={HOME} />,
});

const routeTree = rootRoute.addChildren([
  signInRoute,
  companyRoute,
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
  if (!isKnown || pathname.endsWith(signInPath)) return;
  queryClient.clear();
  window.location.replace(`/ops${withSearch(signInPath, { next: href, ended: 'yes' })}`);
});
