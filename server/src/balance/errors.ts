import { NotFoundError, RuleError } from '../platform/http/errors.ts';

/** The period has more movements than a file can have. */
export class StatementTooLong extends RuleError {
  constructor(most: number) {
    super('balance.tooLong', { most });
  }
}

/** The period has more movements than a PDF can have. */
export class DocumentTooLong extends RuleError {
  constructor(most: number) {
    super('balance.tooLongForPdf', { most });
  }
}

/** The merchant does not exist. */
export class MerchantNotFound extends NotFoundError {}
