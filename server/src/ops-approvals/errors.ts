import { ConflictError, NotFoundError, RuleError } from '../platform/http/errors.ts';

/** The request does not exist, or the caller's role decides no requests of its kind. */
export class RequestNotFound extends NotFoundError {}

/** The request was decided, withdrawn or ended before. */
export class RequestOver extends ConflictError {
  constructor(state: 'decided' | 'expired' | 'ended') {
    super(`ops-approvals.${state}`);
  }
}

/** Operators cannot decide their own requests. */
export class OwnRequest extends RuleError {
  constructor() {
    super('ops-approvals.own');
  }
}

/** Only the requester can withdraw the request. */
export class ForeignRequest extends RuleError {
  constructor() {
    super('ops-approvals.foreign');
  }
}

/** One of the two invited the other, or reset their credentials, only days ago: they could be one person. */
export class NotTwoOperators extends RuleError {
  constructor(days: number) {
    super('ops-approvals.notTwo', { count: days });
  }
}

/** A request of this kind already waits for the same subject. */
export class WaitsAlready extends ConflictError {
  constructor() {
    super('ops-approvals.waitsAlready');
  }
}

/** The subject of a request has changed since; carrying it out would undo that. */
export class ChangedSince extends ConflictError {
  constructor() {
    super('ops-approvals.changedSince');
  }
}
