/** Chargebacks' exports for the application. */
import { addTransactionPart } from '../transactions/details.ts';
import { disputeOf } from './service.ts';

export { chargebackChecks } from './checks.ts';
export { chargebackJobs, chargebackSchedules } from './jobs.ts';
export { registerChargebacks } from './routes.ts';

addTransactionPart('dispute', disputeOf);
