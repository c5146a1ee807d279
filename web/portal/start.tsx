import { RouterProvider } from '@tanstack/react-router';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { config } from 'zod/mini';
import { pageLocale, startLocale } from '../shared/locale.ts';
import { isFetchingAhead } from '../ui/fetch-ahead.ts';
import { prepareFormats } from '../ui/format.ts';
import { UiProvider } from '../ui/provider.tsx';
import { followSession } from './app/follow-session.ts';
import { endWhenIdle } from './app/idle-timeout.ts';
import { router } from './app/router.tsx';
import { session } from './shared/session.ts';

// Compiled validators need `eval`, which the content security policy forbids.
config({ jitless: true });

// A new release removed the files of the one that this tab was opened with: reload the page, once. A lost connection
// looks the same, so the server is asked first. Only for what the user has requested.
window.addEventListener('vite:preloadError', () => {
  if (isFetchingAhead()) return;
  const last = Number(window.history.state?.reloadedAt ?? 0);
  if (Date.now() - last < 60_000) return;
  fetch(window.location.pathname, { method: 'HEAD' }).then(
    (response) => {
      if (!response.ok) return;
      window.history.replaceState({ ...window.history.state, reloadedAt: Date.now() }, '');
      window.location.reload();
    },
    () => undefined,
  );
});

/** Starts the first screen: the portal's with its frame and data, a page before sign-in as it is. */
export async function start(): Promise<void> {
  const signedIn = session.get().token !== null || session.mayResume();
  // While the network is waited for.
  if (signedIn) prepareFormats(pageLocale());
  const [portal] = await Promise.all([signedIn ? import('./app/portal.ts') : null, startLocale()]);
  followSession(router);
  endWhenIdle();
  await (portal ? portal.prepare() : router.load());
  const root = createRoot(document.getElementById('root') as HTMLElement);
  // In steps, so that clicks are handled meanwhile.
  startTransition(() =>
    root.render(
      <UiProvider>
        <RouterProvider router={router} />
      </UiProvider>,
    ),
  );
}
