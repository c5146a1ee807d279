import { ModalsProvider } from '@mantine/modals';
import { createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import '../ui/styles/app.css';
import { loadCatalogues, startLocale } from '../shared/locale.ts';
import { redirectTo } from '../ui/link.tsx';
import { fetchToasts, UiProvider } from '../ui/provider.tsx';
import { parseSearch, stringifySearch } from '../ui/search-params.ts';
import { Frame } from './frame.tsx';
import { PARTS } from './parts.ts';
import { partPath } from './paths.ts';

const rootRoute = createRootRoute({ component: Frame });
const first = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirectTo(partPath(PARTS[0].path));
  },
});
const parts = PARTS.map(({ path, Content }) =>
  createRoute({ getParentRoute: () => rootRoute, path, component: Content }),
);
const router = createRouter({
  routeTree: rootRoute.addChildren([first, ...parts]),
  defaultNotFoundComponent: () => <h1>404</h1>,
  parseSearch,
  stringifySearch,
});

async function start(): Promise<void> {
  await startLocale();
  await Promise.all([loadCatalogues('messages', 'import'), fetchToasts()]);
  createRoot(document.getElementById('root') as HTMLElement).render(
    <UiProvider>
      <ModalsProvider>
        <RouterProvider router={router} />
      </ModalsProvider>
    </UiProvider>,
  );
}

void start();
