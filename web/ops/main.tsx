import { ModalsProvider } from '@mantine/modals';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { config } from 'zod/mini';
import '../ui/styles/app.css';
import { loadCatalogues, startLocale } from '../shared/locale.ts';
import { fetchToasts, UiProvider } from '../ui/provider.tsx';
import { router } from './app/router.tsx';
import { queryClient } from './shared/query.ts';

// Compiled validators need `eval`, which the content security policy forbids.
config({ jitless: true });

const root = createRoot(document.getElementById('root') as HTMLElement);

async function start(): Promise<void> {
  await startLocale();
  await Promise.all([loadCatalogues('ops', 'messages'), fetchToasts()]);
  root.render(
    <UiProvider>
      <QueryClientProvider client={queryClient}>
        <ModalsProvider>
          <RouterProvider router={router} />
        </ModalsProvider>
      </QueryClientProvider>
    </UiProvider>,
  );
}

void start();
