import { NotFoundError } from '../platform/http/errors.ts';

/** The transaction does not exist, or belongs to another merchant or mode. */
export class TransactionNotFound extends NotFoundError {}
