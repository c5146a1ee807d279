import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { config } from 'zod/mini';
import { isFetchingAhead } from '../ui/fetch-ahead.ts';
import { fetchToasts, UiProvider } from '../ui/provider.tsx';
import { prepareDoor, VisitorsDoor } from './auth/door.tsx';
import { isDoorPath } from './paths/auth.ts';
import { startLocale } from './shared/locale.ts';

// Compiled validators need `eval`, which the content security policy forbids.
config({ jitless: true });

// A new release took away the files of the one this tab was opened with: the page is fetched anew, once. A lost
// connection looks the same, so the server is asked first. Nobody is interrupted for what they have not asked for yet.
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

const root = createRoot(document.getElementById('root') as HTMLElement);
const portal = () => import('./app/app.tsx');

/** Someone is typing: what comes after sign-in is fetched meanwhile. Failing that, it is fetched then. */
function approach(): void {
  void Promise.allSettled([fetchToasts(), portal()]);
}

async function enter(): Promise<void> {
  const { App, prepare } = await portal();
  await prepare();
  // In steps that leave room for what is pressed meanwhile.
  startTransition(() =>
    root.render(
      <UiProvider>
        <App />
      </UiProvider>,
    ),
  );
}

/** Visitors get a small application of their own; the portal comes when they are in. */
export async function start(): Promise<void> {
  if (!isDoorPath(window.location.pathname)) {
    await Promise.all([startLocale(), portal()]);
    return enter();
  }
  await startLocale();
  const first = await prepareDoor();
  if (!first) return enter();
  root.render(
    <UiProvider>
      <VisitorsDoor first={first} onEnter={() => void enter()} onApproach={approach} />
    </UiProvider>,
  );
}
