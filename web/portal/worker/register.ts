import { keepTold, personOf } from '../push/index.ts';
import { session } from '../shared/session.ts';
import { ENDED, SIGNED_OUT } from './worker.ts';

type Person = Parameters<typeof personOf>[0] & { viewing_role?: object | null | undefined };

/** Registers the service worker, and tells it when the session of this browser ends. Without one all works but this. */
export function registerWorker(me: Person | undefined): void {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!workers) return;
  workers
    .register('/worker.js', { updateViaCache: 'none' })
    // Whoever looks as a role changes nothing, not even their devices.
    .then(() => (me && !me.viewing_role ? keepTold(personOf(me)) : undefined))
    .catch(() => undefined);
  session.subscribe((change) => {
    if (change === 'signed-out') workers.controller?.postMessage(SIGNED_OUT);
    if (change === 'ended') workers.controller?.postMessage(ENDED);
  });
}
