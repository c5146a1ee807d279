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

/** No part of the settlement goes to a bank: it is in the merchant's balance, which payouts pay out. */
export class NotForBank extends RuleError {
  constructor() {
    super('settlements.notForBank');
  }
}

/** The settlement is in a file of transfers on its way to the bank; only the bank's answer can mark it as paid. */
export class InFile extends RuleError {
  constructor() {
    super('settlements.inFile');
  }
}

/** The settlement is in the merchant's balance, and part of it has been spent since. */
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
