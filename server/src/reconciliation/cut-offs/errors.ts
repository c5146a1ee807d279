import { ConflictError, InvalidError, NotFoundError, RuleError } from '../../platform/http/errors.ts';

/** There is no such cut-off. */
export class NoCutOff extends NotFoundError {}

/** No cut-off can be made of this day. */
export class DayRefused extends InvalidError {
  constructor(why: 'notOver' | 'signed') {
    super({ day: [{ key: `reconciliation.cutOff.${why}` }] });
  }
}

/** There is no such account at a processor. */
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

/** It cannot be signed, or opened again. */
export class NotToSign extends RuleError {
  constructor(why: 'unexplained' | 'notPrepared' | 'maker' | 'notLast') {
    super(`reconciliation.cutOff.${why}`);
  }
}

/** It waits for a second operator. */
export class WaitsForApproval extends ConflictError {
  constructor() {
    super('reconciliation.cutOff.waits');
  }
}

/** It lies in a period that two people have signed. */
export class PeriodSigned extends ConflictError {
  constructor() {
    super('reconciliation.cutOff.locked');
  }
}
