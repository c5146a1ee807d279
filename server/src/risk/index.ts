/** Exports what the application mounts and runs for rules of risk. */
import { addTransactionPart } from '../transactions/details.ts';
import { isReviewed } from './reviews.ts';

export { riskChecks } from './checks.ts';
export { purgeFacts, riskJobs } from './jobs.ts';
export { liftRisk } from './lift.ts';
export { refundReviewed } from './refuse.ts';
export { releaseReviewed } from './reviews.ts';
export { registerRisk } from './routes.ts';

addTransactionPart('review', isReviewed);
