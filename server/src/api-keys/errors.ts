import { NotFoundError, RuleError } from '../platform/http/errors.ts';

/**
 * The key does not exist, belongs to another merchant or mode, or is one of the account's own pair, which can only be
 * rolled.
 */
export class KeyNotFound extends NotFoundError {}

/** Live keys are issued when the account is approved. */
export class KeysNotIssued extends RuleError {
  constructor() {
    super('api-keys.notIssued');
  }
}

/** A key cannot have permissions that its creator lacks. */
export class KeyExceedsMaker extends RuleError {
  constructor() {
    super('api-keys.exceedsMaker');
  }
}

/** Another active key has this name, or there are too many keys. */
export class TooManyKeys extends RuleError {
  constructor(maximum: number) {
    super('api-keys.tooMany', { maximum });
  }
}

/** The payment link can no longer be paid. */
export class LinkNotPayable extends RuleError {
  constructor() {
    super('api-keys.linkNotPayable');
  }
}
