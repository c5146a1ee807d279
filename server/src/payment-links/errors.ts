import { LINK_STATUS } from '@daftar/contract/payment-links';
import { NotFoundError, RuleError } from '../platform/http/errors.ts';

/** Not there, or of another merchant or mode. */
export class LinkNotFound extends NotFoundError {}

/** Only an active link can be deactivated; says what it is instead. */
export class LinkNotActive extends RuleError {
  constructor(status: number) {
    super(status === LINK_STATUS.expired ? 'payment-links.alreadyExpired' : 'payment-links.alreadyInactive');
  }
}
