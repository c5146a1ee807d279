/** What other nouns use of transactions. */
export { signedAmount } from './breakdown.ts';
