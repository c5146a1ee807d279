/** Exports what the application mounts and runs for settlements. */
import { addTransactionPart } from '../transactions/details.ts';
import { settlementDestination } from './service.ts';

export { settlementChecks } from './checks.ts';
export { settlementJobs, settlementSchedules } from './jobs.ts';
export { registerSettlements } from './routes.ts';

addTransactionPart('settlement', settlementDestination);
