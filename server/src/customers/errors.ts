import { CUSTOMER_DUPLICATES } from '@daftar/contract/customers';
import { DuplicateError, NotFoundError, RuleError } from '../platform/http/errors.ts';

/** Not there, or of another merchant or mode. */
export class CustomerNotFound extends NotFoundError {}

/** What no two customers of a merchant share. */
export type UniqueField = keyof typeof CUSTOMER_DUPLICATES;

/** 403 with one fixed sentence for each field that another customer already has. */
export class CustomerDuplicate extends DuplicateError {
  constructor(fields: readonly UniqueField[]) {
    super(fields.map((field) => CUSTOMER_DUPLICATES[field]));
  }
}

/** The caller went away while an import was being written: nothing of it is kept. Nobody reads this reply. */
export class ImportGivenUp extends RuleError {
  constructor() {
    super('customers.importGivenUp');
  }
}
