/** The front door of chargebacks, for other nouns. */
export { chargebacksPath } from './paths.ts';
