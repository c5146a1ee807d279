import { MERGES_MAXIMUM, TAGS_MAXIMUM } from '@daftar/contract/customer-page';
import { CUSTOMER_DUPLICATES } from '@daftar/contract/customers';
import {
  ConflictError,
  DuplicateError,
  ForbiddenError,
  NotFoundError,
  RuleError,
} from '../platform/http/errors.ts';

/** The customer does not exist, or belongs to another merchant or mode. */
export class CustomerNotFound extends NotFoundError {}

/** The fields that must be unique among a merchant's customers. */
export type UniqueField = keyof typeof CUSTOMER_DUPLICATES;

/** 403 with one fixed sentence for each field that another customer has. */
export class CustomerDuplicate extends DuplicateError {
  constructor(fields: readonly UniqueField[]) {
    super(Object.fromEntries(fields.map((field) => [field, CUSTOMER_DUPLICATES[field]])));
  }
}

/** The client disconnected while an import was being written, so it is rolled back. Nobody reads this reply. */
export class ImportGivenUp extends RuleError {
  constructor() {
    super('customers.importGivenUp');
  }
}

/** 409: the customer was merged into another one, which is the one to be changed. */
export class CustomerMerged extends ConflictError {
  constructor() {
    super('customers.isMerged');
  }
}

/** 400: as many customers were merged into these two as can be. */
export class TooManyMerged extends RuleError {
  constructor() {
    super('customers.tooManyMerged', { count: MERGES_MAXIMUM });
  }
}

/** 400: the merchant uses as many tags as it can. */
export class TooManyTags extends RuleError {
  constructor() {
    super('customers.tooManyTags', { count: TAGS_MAXIMUM });
  }
}

/** The note does not exist, or belongs to another merchant or mode. */
export class NoteNotFound extends NotFoundError {}

/** 403: notes are changed and deleted by those who wrote them. */
export class NotYourNote extends ForbiddenError {
  constructor() {
    super('customers.notYourNote');
  }
}
