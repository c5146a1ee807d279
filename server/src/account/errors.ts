import { InvalidError, NotFoundError, RuleError } from '../platform/http/errors.ts';

/** The account does not exist, is deleted, or belongs to another merchant. */
export class BankAccountNotFound extends NotFoundError {}

/** The merchant has the maximum number of bank accounts, which is far above real use. */
export class TooManyBankAccounts extends RuleError {
  constructor(maximum: number) {
    super('account.tooManyAccounts', { maximum });
  }
}

/** The address list would lock out the person saving it, who has not confirmed that this is intended. */
export class WouldLockOut extends RuleError {
  constructor(address: string) {
    super('account.wouldLockOut', { address });
  }
}

/** 422 naming each entry that is neither an address nor a range. */
export function badAddresses(entries: readonly string[]): InvalidError {
  return new InvalidError({ ips: entries.map((entry) => ({ key: 'InvalidIp', params: { entry } })) });
}

/** The account was changed or deleted between the request and its approval. */
export class AccountChangedMeanwhile extends RuleError {
  constructor() {
    super('account.changedMeanwhile');
  }
}
