import { InvalidError, NotFoundError, RuleError } from '../platform/http/errors.ts';

/** Not there, deleted, or another merchant's. */
export class BankAccountNotFound extends NotFoundError {}

/** Far more than anybody has. */
export class TooManyBankAccounts extends RuleError {
  constructor(maximum: number) {
    super('account.tooManyAccounts', { maximum });
  }
}

/** The list would keep its own writer out, who did not say that this is meant. */
export class WouldLockOut extends RuleError {
  constructor(address: string) {
    super('account.wouldLockOut', { address });
  }
}

/** 422 naming each entry that is neither an address nor a range. */
export function badAddresses(entries: readonly string[]): InvalidError {
  return new InvalidError({ ips: entries.map((entry) => ({ key: 'InvalidIp', params: { entry } })) });
}
