import { ConflictError, NotFoundError, RuleError } from '../platform/http/errors.ts';

/** There is no such request, or the caller's role decides none of its kind. */
export class RequestNotFound extends NotFoundError {}

/** It was decided, withdrawn or ended before. */
export class RequestOver extends ConflictError {
  constructor(state: 'decided' | 'expired' | 'ended') {
    super(`ops-approvals.${state}`);
  }
}

/** Nobody decides what they asked for themselves. */
export class OwnRequest extends RuleError {
  constructor() {
    super('ops-approvals.own');
  }
}

/** Only who asked can withdraw it. */
export class ForeignRequest extends RuleError {
  constructor() {
    super('ops-approvals.foreign');
  }
}

/** One of the two invited the other, or reset their way in, only days ago: they could be one person. */
export class NotTwoOperators extends RuleError {
  constructor(days: number) {
    super('ops-approvals.notTwo', { count: days });
  }
}

/** One of this kind waits for the same subject already. */
export class WaitsAlready extends ConflictError {
  constructor() {
    super('ops-approvals.waitsAlready');
  }
}

/** What a request is about has changed since it was asked for: carried out, it would undo that. */
export class ChangedSince extends ConflictError {
  constructor() {
    super('ops-approvals.changedSince');
  }
}
