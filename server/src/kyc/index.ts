/** Account activation for the application, and for those who decide on it. */
export { applyApproval, applyRejection, kycQueue, kycSubmission } from './review.ts';
export { registerKyc } from './routes.ts';
export { submitKyc } from './service.ts';
