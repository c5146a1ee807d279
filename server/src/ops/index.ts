import '../operator-executors.ts';
import type { FastifyInstance } from 'fastify';
import type { Auth } from '../auth/context.ts';
import { registerBankTransfers } from '../bank-transfers/routes.ts';
import { expectedDay } from '../checkout/index.ts';
import { registerOperatorApprovals } from '../ops-approvals/routes.ts';
import { registerOverview } from '../overview/routes.ts';
import type { MountOptions } from '../platform/http/mount.ts';
import { registerCutOffs } from '../reconciliation/cut-offs/routes.ts';
import { registerReconciliation } from '../reconciliation/routes.ts';
import { registerBankStatements } from '../reconciliation/statements/routes.ts';
import { registerWriteOffs } from '../reconciliation/write-offs/routes.ts';
import { registerRisk } from '../risk/index.ts';
import { registerIncidents } from '../status/routes.ts';
import { registerMoney } from './cross-merchant/routes.ts';
import { registerOperatorDirectory } from './directory/routes.ts';
import { registerDiscrepancies } from './discrepancies/routes.ts';
import { registerDocumentExpiry } from './document-expiry/routes.ts';
import { registerReview } from './kyc/routes.ts';
import { registerLedger } from './ledger/routes.ts';
import { registerListCounts } from './list-counts/routes.ts';
import { registerMerchants } from './merchants/routes.ts';
import { registerPlatform } from './platform/routes.ts';
import { registerProcessorAccounts } from './processors/routes.ts';
import { registerReserves } from './reserve/routes.ts';
import { registerOperators } from './routes.ts';
import { registerOperatorViews } from './saved-views/routes.ts';
import { registerScreening } from './screening/routes.ts';
import type { TicketDesk } from './tickets/desk.ts';
import { registerTicketQueue } from './tickets/routes.ts';
import { registerVolumes } from './volume-limits/routes.ts';

export { demoOperator } from './operators/demo.ts';
export { operatorsOf, purgeOperatorSessions } from './operators/sessions.ts';
export { TicketDesk } from './tickets/desk.ts';
export { ticketQueueJobs } from './tickets/jobs.ts';

/** Mounts the provider's console. */
export function registerOps(
  server: FastifyInstance,
  options: MountOptions,
  auth: Auth,
  desk: TicketDesk,
): void {
  registerOperators(server, options);
  registerOperatorDirectory(server, options);
  registerOperatorApprovals(server, options);
  registerReview(server, options, auth);
  registerMerchants(server, options, auth);
  registerLedger(server, options);
  registerMoney(server, options);
  registerBankTransfers(server, options);
  registerTicketQueue(server, options, desk);
  registerPlatform(server, options);
  registerIncidents(server, options);
  registerProcessorAccounts(server, options);
  registerReconciliation(server, options);
  registerBankStatements(server, options);
  registerWriteOffs(server, options);
  registerCutOffs(server, options);
  registerRisk(server, options, expectedDay);
  registerDiscrepancies(server, options);
  registerOverview(server, options);
  registerReserves(server, options);
  registerVolumes(server, options);
  registerScreening(server, options);
  registerDocumentExpiry(server, options);
  registerOperatorViews(server, options);
  registerListCounts(server, options);
}
