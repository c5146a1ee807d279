import { NotFoundError, RuleError } from '../platform/http/errors.ts';

/** Not there, or of another merchant or mode. */
export class TicketNotFound extends NotFoundError {}

/** The merchant's word is taken while the ticket is open. */
export class ReplyRefused extends RuleError {
  constructor(why: 'processing' | 'closed' | 'full') {
    super(`tickets.${why}`);
  }
}

/** Only a closed ticket is opened again, and not for ever. */
export class ReopenRefused extends RuleError {
  constructor(why: 'notClosed' | 'tooLate') {
    super(`tickets.${why}`);
  }
}

/** The provider's staff moves a ticket on, never a closed one. */
export class MoveRefused extends RuleError {
  constructor(why: 'closed' | 'processingAlready') {
    super(`tickets.${why}`);
  }
}
