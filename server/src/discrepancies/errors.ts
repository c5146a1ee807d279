import { InvalidError, NotFoundError } from '../platform/http/errors.ts';

/** Nothing waits under this id that can be ended in this way. */
export class NothingWaits extends NotFoundError {}

/** The payment has no chargeback with this reference. */
export class NoSuchChargeback extends InvalidError {
  constructor() {
    super({ chargeback_reference: [{ key: 'discrepancies.noSuchChargeback' }] });
  }
}
