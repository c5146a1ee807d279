/**
 * Differences between processors' reports and our books. They wait for an operator, who ends them. Loaded for its
 * registrations.
 */
import { observedDiscrepancies, observedRefunds } from '../processors/observers.ts';
// Runs before ours, because it books that the money of a refund came back.
import '../refunds/index.ts';
import { endAnswered, observeDiscrepancy } from './observed.ts';

observedDiscrepancies.to(observeDiscrepancy);
observedRefunds.to(endAnswered);
