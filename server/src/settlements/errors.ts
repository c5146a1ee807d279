import { NotFoundError } from '../platform/http/errors.ts';

/** Not there, or of another merchant. */
export class SettlementNotFound extends NotFoundError {}
