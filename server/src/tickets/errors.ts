import { NotFoundError, RuleError } from '../platform/http/errors.ts';

/** The ticket does not exist, or belongs to another merchant or mode. */
export class TicketNotFound extends NotFoundError {}

/** The merchant can reply only while the ticket is open. */
export class ReplyRefused extends RuleError {
  constructor(why: 'processing' | 'closed' | 'full' | 'fullOfNotes') {
    super(`tickets.${why}`);
  }
}

/** A ticket can be reopened only when it is closed, and for some days. */
export class ReopenRefused extends RuleError {
  constructor(why: 'notClosed' | 'tooLate') {
    super(`tickets.${why}`);
  }
}

/** A closed ticket cannot be changed by the provider's staff. */
export class MoveRefused extends RuleError {
  constructor(why: 'closed' | 'processingAlready') {
    super(`tickets.${why}`);
  }
}
