import { NotFoundError, RuleError } from '../platform/http/errors.ts';

/** Not there, of another merchant or mode, or one of the account's own pair, which is rolled and not revoked. */
export class KeyNotFound extends NotFoundError {}

/** Live keys come with the approval of the account. */
export class KeysNotIssued extends RuleError {
  constructor() {
    super('api-keys.notIssued');
  }
}

/** A key that could do more than the person who makes it. */
export class KeyExceedsMaker extends RuleError {
  constructor() {
    super('api-keys.exceedsMaker');
  }
}

/** The name is taken by another key that works. */
export class TooManyKeys extends RuleError {
  constructor(maximum: number) {
    super('api-keys.tooMany', { maximum });
  }
}

/** The payment link can not be paid any more. */
export class LinkNotPayable extends RuleError {
  constructor() {
    super('api-keys.linkNotPayable');
  }
}
