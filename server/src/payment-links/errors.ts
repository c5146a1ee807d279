import { LINK_STATUS } from '@daftar/contract/payment-links';
import { NotFoundError, RuleError } from '../platform/http/errors.ts';

/** The link does not exist, or belongs to another merchant or mode. */
export class LinkNotFound extends NotFoundError {}

/** Only an active link can be deactivated; the message names its status. */
export class LinkNotActive extends RuleError {
  constructor(status: number) {
    super(status === LINK_STATUS.expired ? 'payment-links.alreadyExpired' : 'payment-links.alreadyInactive');
  }
}
