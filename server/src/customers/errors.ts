import { CUSTOMER_DUPLICATES } from '@daftar/contract/customers';
import { DuplicateError, NotFoundError, RuleError } from '../platform/http/errors.ts';

/** The customer does not exist, or belongs to another merchant or mode. */
export class CustomerNotFound extends NotFoundError {}

/** The fields that must be unique among a merchant's customers. */
export type UniqueField = keyof typeof CUSTOMER_DUPLICATES;

/** 403 with one fixed sentence for each field that another customer has. */
export class CustomerDuplicate extends DuplicateError {
  constructor(fields: readonly UniqueField[]) {
    super(fields.map((field) => CUSTOMER_DUPLICATES[field]));
  }
}

/** The client disconnected while an import was being written, so it is rolled back. Nobody reads this reply. */
export class ImportGivenUp extends RuleError {
  constructor() {
    super('customers.importGivenUp');
  }
}
