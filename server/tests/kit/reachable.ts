import { checkoutJobs } from '../../src/checkout/index.ts';
import { freePort } from '../../src/platform/db/cluster.ts';
import { startWorker } from '../../src/platform/jobs/worker.ts';
import { refundJobs } from '../../src/refunds/index.ts';
import { deliveryJobs, webhookJobs } from '../../src/webhooks/jobs.ts';
import { startTestServer, type TestServer } from './server.ts';

/**
 * Starts the product at an address of this machine, with the jobs of payments and webhooks, as other programs reach it. It has
 * the machine's own time, because they look at that.
 */
export async function startReachable(): Promise<{ daftar: TestServer; close(): Promise<void> }> {
  const port = await freePort();
  const daftar = await startTestServer({ publicUrl: `http://127.0.0.1:${port}`, webhooksToLoopback: true });
  daftar.clock.set(new Date());
  await daftar.server.listen({ port, host: '127.0.0.1' });
  const handlers = { ...checkoutJobs, ...refundJobs, ...webhookJobs, ...deliveryJobs };
  const worker = await startWorker(daftar.app, daftar.database.url, { handlers });
  const close = async () => {
    await worker.stop();
    await daftar.close();
  };
  return { daftar, close };
}
