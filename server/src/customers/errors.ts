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

/** 403 with one fixed sentence for each field that another customer already has. */
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

/** 409: the customer was merged into another one, which must be changed instead. */
export class CustomerMerged extends ConflictError {
  constructor() {
    super('customers.isMerged');
  }
}

/** 400: the maximum number of customers is already merged into these two. */
export class TooManyMerged extends RuleError {
  constructor() {
    super('customers.tooManyMerged', { count: MERGES_MAXIMUM });
  }
}

/** 400: the merchant uses the maximum number of tags. */
export class TooManyTags extends RuleError {
  constructor() {
    super('customers.tooManyTags', { count: TAGS_MAXIMUM });
  }
}

/** The note does not exist, or belongs to another merchant or mode. */
export class NoteNotFound extends NotFoundError {}

/** 403: only their author can change or delete notes. */
export class NotYourNote extends ForbiddenError {
  constructor() {
    super('customers.notYourNote');
  }
}
