import { ConflictError, InvalidError, NotFoundError, RuleError } from '../../platform/http/errors.ts';

/** The cut-off does not exist. */
export class NoCutOff extends NotFoundError {}

/** No cut-off can be made for this day. */
export class DayRefused extends InvalidError {
  constructor(why: 'notOver' | 'signed') {
    super({ day: [{ key: `reconciliation.cutOff.${why}` }] });
  }
}

/** The account at a processor does not exist. */
export class NoSuchAccount extends InvalidError {
  constructor() {
    super({ account_id: [{ key: 'Invalid' }] });
  }
}

/** The provider has no such bank account. */
export class NoSuchBankAccount extends InvalidError {
  constructor() {
    super({ bank_account_id: [{ key: 'Invalid' }] });
  }
}

/** The cut-off cannot be signed, or reopened. */
export class NotToSign extends RuleError {
  constructor(why: 'unexplained' | 'notPrepared' | 'maker' | 'notLast') {
    super(`reconciliation.cutOff.${why}`);
  }
}

/** The cut-off waits for a second operator. */
export class WaitsForApproval extends ConflictError {
  constructor() {
    super('reconciliation.cutOff.waits');
  }
}

/** The change falls into a period whose cut-off is signed and approved. */
export class PeriodSigned extends ConflictError {
  constructor() {
    super('reconciliation.cutOff.locked');
  }
}
