/** What processors say and our books do not: it waits for an operator, who ends it. Loaded for what it registers. */
import { observedDiscrepancies, observedRefunds } from '../processors/observers.ts';
// Before ours, because it books that the money of a refund came back.
import '../refunds/index.ts';
import { endAnswered, observeDiscrepancy } from './observed.ts';

observedDiscrepancies.to(observeDiscrepancy);
observedRefunds.to(endAnswered);
