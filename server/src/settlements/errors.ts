import { NotFoundError, RuleError } from '../platform/http/errors.ts';

/** Not there, or of another merchant. */
export class SettlementNotFound extends NotFoundError {}

/** A settlement goes to the bank once. */
export class AlreadyPaid extends RuleError {
  constructor() {
    super('settlements.paidAlready');
  }
}

/** Nothing of it goes to a bank: it is in the merchant's balance, which it leaves by payouts. */
export class NotForBank extends RuleError {
  constructor() {
    super('settlements.notForBank');
  }
}

/** It is in the merchant's balance, and part of that has left it since. */
export class NotCovered extends RuleError {
  constructor() {
    super('settlements.notCovered');
  }
}

/** The merchant is suspended or its settlements are on hold: no money may be sent to it. */
export class MerchantStopped extends RuleError {
  constructor() {
    super('settlements.stopped');
  }
}

/** Nothing is settled for a merchant whose settlements are on hold. */
export class SettlingHeld extends RuleError {
  constructor() {
    super('settlements.held');
  }
}

/** Settlements go to another account now, and none of them before it has rested. */
export class SettlingRests extends RuleError {
  constructor(until: Date) {
    super('settlements.rests', { date: until.toISOString().slice(0, 16).replace('T', ' ') });
  }
}
