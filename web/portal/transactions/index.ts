/** Exports transactions to other nouns. */
export { signedAmount } from './breakdown.ts';
