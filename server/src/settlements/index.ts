/** What the application mounts and runs of settlements. */
import { addTransactionPart } from '../transactions/details.ts';
import { whereaboutsOf } from './service.ts';

export { settlementChecks } from './checks.ts';
export { settlementJobs, settlementSchedules } from './jobs.ts';
export { registerSettlements } from './routes.ts';

addTransactionPart('settlement', whereaboutsOf);
