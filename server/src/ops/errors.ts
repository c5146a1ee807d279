import { ConflictError, NotFoundError, RuleError } from '../platform/http/errors.ts';

/** Wrong e-mail, password or code, or a code that was used: one fact, so that nobody learns which. */
export class WrongOperatorCredentials extends RuleError {
  constructor() {
    super('ops.wrongCredentials');
  }
}

/** Somebody has an account with this e-mail address already. */
export class OperatorExists extends ConflictError {
  constructor() {
    super('ops.operatorExists');
  }
}

/** No operator of this id or e-mail address. */
export class OperatorNotFound extends NotFoundError {
  constructor() {
    super('ops.operatorNotFound');
  }
}

/** Operators cannot lock themselves out. */
export class OwnOperator extends RuleError {
  constructor() {
    super('ops.ownOperator');
  }
}

/** At least one administrator must remain. */
export class LastAdmin extends RuleError {
  constructor() {
    super('ops.lastAdmin');
  }
}

/** Nothing is locking the owner out. */
export class NothingToLift extends RuleError {
  constructor(what: 'twoStep' | 'addresses') {
    super(`ops.nothingToLift.${what}`);
  }
}

/** No merchant of this id. */
export class MerchantNotFound extends NotFoundError {}

/** Suspending who is suspended. */
export class SuspendedAlready extends RuleError {
  constructor() {
    super('ops.suspendedAlready');
  }
}

/** Resuming who is not suspended. */
export class NotSuspended extends RuleError {
  constructor() {
    super('ops.notSuspended');
  }
}

/** Settling is held already, or is not held at all. */
export class HoldRefused extends RuleError {
  constructor(isHeld: boolean) {
    super(isHeld ? 'ops.heldAlready' : 'ops.notHeld');
  }
}

/** Somebody else has changed a merchant's rates since they were read. */
export class RatesChanged extends ConflictError {
  constructor() {
    super('ops.ratesChanged');
  }
}

/** No such job or message, or it has not failed. */
export class NothingToRetry extends NotFoundError {}

/** Nobody waits for this decision: it was made already, or the merchant is suspended meanwhile. */
export class NotWaiting extends RuleError {
  constructor(isSuspended: boolean) {
    super(isSuspended ? 'ops.waitsSuspended' : 'ops.notWaiting');
  }
}
