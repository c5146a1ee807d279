import type { AnyRouter } from '@tanstack/react-router';
import { inputKeeper } from '../../ui/input-keeper.ts';
import { targetOf } from '../../ui/path.ts';
import { isGuestPath, loginPath } from '../paths/auth.ts';
import { dashboardPath } from '../paths/dashboard.ts';
import { clearRecent } from '../search/clear-recent.ts';
import { clearEndReason, endReason, setEndReason } from '../shared/ended.ts';
import { setNextPlace, takeNextPlace } from '../shared/next-place.ts';
import { session } from '../shared/session.ts';
import { listPathOf } from './screens.ts';

/** Keeps the screens in sync with the session, whichever tab or request changed it. */
export function followSession(router: AnyRouter): void {
  session.subscribe((change) => {
    const { pathname, href } = router.state.location;
    if (isGuestPath(pathname)) {
      // Another tab signed in, so this one need not.
      if (change === 'signed-in' && document.hidden) router.history.replace(takeNextPlace());
      return;
    }
    switch (change) {
      case 'signed-out':
      case 'ended':
        clearRecent();
        if (change === 'ended') inputKeeper()?.keep();
        else inputKeeper()?.forget();
        if (change === 'signed-out') clearEndReason();
        // The idle timeout has shown its own message.
        else if (endReason() === null) setEndReason('ended');
        setNextPlace(change === 'ended' && pathname !== dashboardPath ? href : null);
        // A full reload, so that nothing that was shown stays in memory.
        window.location.replace(loginPath);
        return;
      case 'moved':
        clearRecent();
        inputKeeper()?.forget();
        setNextPlace(null);
        // As after signing out, nothing that was shown stays; nothing that was typed is sent to the other business.
        window.location.replace(dashboardPath);
        return;
      case 'mode':
        // A record of one mode does not exist in the other, so go to its list.
        void router.navigate({ ...targetOf(listPathOf(pathname)), replace: true });
        return;
      case 'permissions':
        void router.invalidate();
        return;
      default:
        return;
    }
  });
}
