import { InvalidError, NotFoundError } from '../platform/http/errors.ts';

/** Nothing waits under this id that can be ended in this way. */
export class NothingWaits extends NotFoundError {}

/** The chargebacks of the payment are of less than the processor says. */
export class ChargebackTooSmall extends InvalidError {
  constructor() {
    super({ chargeback_reference: [{ key: 'discrepancies.chargebackTooSmall' }] });
  }
}

/** The payment has no chargeback with this reference. */
export class NoSuchChargeback extends InvalidError {
  constructor() {
    super({ chargeback_reference: [{ key: 'discrepancies.noSuchChargeback' }] });
  }
}
