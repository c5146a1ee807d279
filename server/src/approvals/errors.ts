import { NotFoundError, RuleError } from '../platform/http/errors.ts';

/** Not there, of another merchant or mode, or of a kind that the caller has no permission for. */
export class ApprovalNotFound extends NotFoundError {}

/** Decided, withdrawn or expired already; one's own; or somebody else's to withdraw. */
export class DecisionRefused extends RuleError {
  constructor(why: 'over' | 'own' | 'notYours') {
    super(`approvals.${why}`);
  }
}

/** Between asking and approving, the money went elsewhere. The request goes on waiting. */
export class NoLongerCovered extends RuleError {
  constructor(kind: 'refund' | 'payout') {
    super(`approvals.notCovered.${kind}`);
  }
}

/** Two people have to hold each permission, or nothing could ever be approved. */
export class NeedsTwoPeople extends RuleError {
  constructor() {
    super('approvals.needsTwo');
  }
}
