import { cairoMoment } from '@daftar/contract/moment';
import { NotFoundError, RuleError } from '../platform/http/errors.ts';
import type { Locale } from '../platform/i18n/translate.ts';

/** The settlement does not exist, or belongs to another merchant. */
export class SettlementNotFound extends NotFoundError {}

/** The settlement is already paid. */
export class AlreadyPaid extends RuleError {
  constructor() {
    super('settlements.paidAlready');
  }
}

/** Nothing of the settlement goes to a bank: it is in the merchant's balance, which is paid out by payouts. */
export class NotForBank extends RuleError {
  constructor() {
    super('settlements.notForBank');
  }
}

/** It is in a file of transfers that is on its way, which the bank answers. */
export class InFile extends RuleError {
  constructor() {
    super('settlements.inFile');
  }
}

/** The settlement is in the merchant's balance, and part of that has been spent since. */
export class NotCovered extends RuleError {
  constructor() {
    super('settlements.notCovered');
  }
}

/** The merchant is suspended or its settlements are on hold, so no money may be sent. */
export class MerchantStopped extends RuleError {
  constructor() {
    super('settlements.stopped');
  }
}

/** The merchant's settlements are on hold. */
export class SettlingHeld extends RuleError {
  constructor() {
    super('settlements.held');
  }
}

/** The receiving account was replaced, and its cooling-off period has not ended. */
export class SettlingRests extends RuleError {
  constructor(until: Date, locale: Locale) {
    super('settlements.rests', { date: cairoMoment(locale, until, 'own') });
  }
}
