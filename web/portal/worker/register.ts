import { session } from '../shared/session.ts';
import { SIGNED_OUT } from './worker.ts';

/** Registers the service worker, and tells it when the session of this browser ends. Without one all works but this. */
export function registerWorker(): void {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!workers) return;
  workers.register('/worker.js', { updateViaCache: 'none' }).catch(() => undefined);
  session.subscribe((change) => {
    if (change === 'signed-out' || change === 'ended') workers.controller?.postMessage(SIGNED_OUT);
  });
}
