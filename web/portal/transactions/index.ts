/** Exports transactions to other nouns. */
export { flowOf } from './breakdown.ts';
