import { keepTold, personOf } from '../push/index.ts';
import { session } from '../shared/session.ts';
import { ENDED, SIGNED_OUT } from './worker.ts';

/** Registers the service worker, and tells it when the session of this browser ends. Without one all works but this. */
export function registerWorker(me: Parameters<typeof personOf>[0] | undefined): void {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!workers) return;
  workers
    .register('/worker.js', { updateViaCache: 'none' })
    .then(() => me && keepTold(personOf(me)))
    .catch(() => undefined);
  session.subscribe((change) => {
    if (change === 'signed-out') workers.controller?.postMessage(SIGNED_OUT);
    if (change === 'ended') workers.controller?.postMessage(ENDED);
  });
}
