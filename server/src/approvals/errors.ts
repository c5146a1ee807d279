import { NotFoundError, RuleError } from '../platform/http/errors.ts';

/** Not there, of another merchant or mode, or of a kind that the caller has no permission for. */
export class ApprovalNotFound extends NotFoundError {}

/** Decided, withdrawn or expired already; one's own; or somebody else's to withdraw. */
export class DecisionRefused extends RuleError {
  constructor(why: 'over' | 'own' | 'notYours' | 'twice') {
    super(`approvals.${why}`);
  }
}

/** Whoever decides, and whoever asked, could be one person: one made or changed the account of the other. */
export class NotTwoPeople extends RuleError {
  constructor(days: number) {
    super('approvals.notTwo', { count: days });
  }
}

/** Between the two yeses to what a key asked for, whoever gave the first left or lost the permission. */
export class FirstYesGone extends RuleError {
  constructor() {
    super('approvals.firstGone');
  }
}

/** Nobody else could decide, but somebody could a few days ago. */
export class NotAloneYet extends RuleError {
  constructor(from: Date) {
    super('approvals.notAloneYet', { date: from.toISOString().slice(0, 10) });
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
