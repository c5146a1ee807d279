import { ConflictError, NotFoundError, RuleError } from '../platform/http/errors.ts';
import { cairoDay } from '../platform/time/cairo.ts';

/**
 * The request does not exist, belongs to another merchant or mode, or is of a kind for which the caller has no
 * permission.
 */
export class ApprovalNotFound extends NotFoundError {}

/** The request is already decided, withdrawn or expired; is the caller's own; or is not the caller's to withdraw. */
export class DecisionRefused extends RuleError {
  constructor(why: 'over' | 'own' | 'notYours' | 'twice') {
    super(`approvals.${why}`);
  }
}

/** A change of the same subject already waits for a second person. */
export class ChangeWaits extends ConflictError {
  constructor() {
    super('approvals.changeWaits');
  }
}

/** The requester and the approver could be one person: one created or changed the account of the other. */
export class NotTwoPeople extends RuleError {
  constructor(days: number) {
    super('approvals.notTwo', { count: days });
  }
}

/** The first approver of an API key's request has left or lost the permission. */
export class FirstApprovalInvalid extends RuleError {
  constructor() {
    super('approvals.firstGone');
  }
}

/** The requester has left or lost the permission, so their consent no longer counts as one of the two. */
export class RequesterInvalid extends RuleError {
  constructor() {
    super('approvals.askerGone');
  }
}

/** Nobody else can decide, but somebody could until a few days ago. */
export class SecondPersonLeftRecently extends RuleError {
  constructor(from: Date) {
    super('approvals.notAloneYet', { dateDay: cairoDay(from) });
  }
}

/** The money is no longer there. The request keeps waiting. */
export class NoLongerCovered extends RuleError {
  constructor(kind: 'refund' | 'payout') {
    super(`approvals.notCovered.${kind}`);
  }
}

/** Each permission must be held by two people, or nothing could be approved. */
export class NeedsTwoPeople extends RuleError {
  constructor() {
    super('approvals.needsTwo');
  }
}
