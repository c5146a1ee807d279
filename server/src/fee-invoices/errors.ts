import { NotFoundError } from '../platform/http/errors.ts';

/** The invoice does not exist, or belongs to another merchant. */
export class FeeInvoiceNotFound extends NotFoundError {}
