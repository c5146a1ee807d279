import { NotFoundError, RuleError } from '../platform/http/errors.ts';

/** A period has more movements than fit in one file. */
export class StatementTooLong extends RuleError {
  constructor(most: number) {
    super('balance.tooLong', { most });
  }
}

/** A period has more movements than one PDF shows. */
export class DocumentTooLong extends RuleError {
  constructor(most: number) {
    super('balance.tooLongForPdf', { most });
  }
}

/** There is no such merchant. */
export class MerchantNotFound extends NotFoundError {}
