/** Chargebacks' exports for the application. */
import { observedDisputes } from '../processors/observers.ts';
import { addTransactionPart } from '../transactions/details.ts';
import { observeDispute } from './observed.ts';
import { disputeOf } from './service.ts';

export { chargebackChecks } from './checks.ts';
export { chargebackJobs, chargebackSchedules } from './jobs.ts';
export { registerChargebacks } from './routes.ts';

addTransactionPart('dispute', disputeOf);
observedDisputes.to((app, payment, dispute) => observeDispute(app, payment, dispute));
