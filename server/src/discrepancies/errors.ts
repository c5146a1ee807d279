import { InvalidError, NotFoundError } from '../platform/http/errors.ts';

/** No open discrepancy with this id can be ended in this way. */
export class NothingWaits extends NotFoundError {}

/** The chargebacks of the payment amount to less than the processor reports. */
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
