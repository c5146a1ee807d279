import type { AnyRouter } from '@tanstack/react-router';
import i18next from 'i18next';
import { queryClient } from '../shared/query-client.ts';
import { session } from '../shared/session.ts';

/** Keeps the screens in step with the session, whichever tab or request changed it. */
export function followSession(router: AnyRouter): void {
  session.subscribe((change) => {
    const { pathname, href } = router.state.location;
    switch (change) {
      case 'signed-out':
      case 'ended': {
        queryClient.clear();
        const behind = router.state.matches.some((match) => match.routeId === '/session');
        if (!behind) return;
        const next = change === 'ended' && pathname !== '/dashboard' ? href : undefined;
        void router.navigate({ to: '/login', replace: true, state: next ? { next } : {} });
        return;
      }
      case 'signed-in':
        queryClient.clear();
        // Another tab signed in: this one need not ask again.
        if (pathname === '/login' && document.hidden)
          void router.navigate({ to: '/dashboard', replace: true });
        return;
      case 'mode':
        // A thing of one mode does not exist in the other: back to its list, with fresh rows.
        queryClient.clear();
        void router.navigate({ to: `/${pathname.split('/')[1] ?? ''}`, replace: true });
        return;
      case 'permissions':
        void router.invalidate();
        return;
      default:
        return;
    }
  });
  // Sentences of the server come in the language of the request.
  i18next.on('languageChanged', () => void queryClient.invalidateQueries());
}
