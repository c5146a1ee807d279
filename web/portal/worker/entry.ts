import { type OfflinePage, startWorker, type WorkerScope } from './worker.ts';

/** Put here by the build (`vite.phone.ts`). */
declare const OFFLINE_PAGE: OfflinePage;

startWorker(globalThis as unknown as WorkerScope, OFFLINE_PAGE);
