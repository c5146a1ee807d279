import { ConflictError, NotFoundError, RuleError } from '../platform/http/errors.ts';

/** E-mail, password or code is wrong, or the code was used; the error does not reveal which. */
export class WrongOperatorCredentials extends RuleError {
  constructor() {
    super('ops.wrongCredentials');
  }
}

/** No identity provider for operators is configured. */
export class OperatorCompanyOff extends NotFoundError {}

/** Operators must sign in with the company's account, except those named in the configuration. */
export class OperatorCompanyNeeded extends RuleError {
  constructor() {
    super('ops.companyNeeded');
  }
}

/** An operator with an authenticator must give its code before the redirect to the company's identity provider. */
export class OperatorCodeNeeded extends RuleError {
  constructor() {
    super('ops.codeNeeded');
  }
}

/** The company's identity provider vouches for somebody who is no operator, or a disabled one. */
export class NoOperatorAccess extends RuleError {
  constructor() {
    super('ops.noAccess');
  }
}

/** The configuration has no identity provider, domain or groups for a directory of operators. */
export class OperatorDirectoryOff extends RuleError {
  constructor() {
    super('ops.directoryOff');
  }
}

/** The directory of operators has no token. */
export class NoDirectoryToken extends NotFoundError {}

/**
 * The company's directory has put this operator into no group with a role; a role must be chosen before they get
 * access.
 */
export class OperatorWithoutRole extends RuleError {
  constructor() {
    super('ops.withoutRole');
  }
}

/** An operator has this e-mail address already. */
export class OperatorExists extends ConflictError {
  constructor() {
    super('ops.operatorExists');
  }
}

/** There is no operator with this id or e-mail address. */
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

/** No canned reply has this id. */
export class ReplyNotFound extends NotFoundError {}

/** The maximum number of canned replies is reached. */
export class TooManyReplies extends RuleError {
  constructor(maximum: number) {
    super('ops.tooManyReplies', { maximum });
  }
}

/** Operators cannot give powers that they do not hold, or change an operator who holds more. */
export class BeyondYours extends RuleError {
  constructor() {
    super('ops.beyondYours');
  }
}

/** No custom role has this id. */
export class OperatorRoleNotFound extends NotFoundError {}

/** Operators cannot change their own role. */
export class OwnRole extends RuleError {
  constructor() {
    super('ops.ownRole');
  }
}

/** An operator has this role. */
export class OperatorRoleInUse extends RuleError {
  constructor() {
    super('ops.roleInUse');
  }
}

/** The maximum number of custom roles is reached. */
export class TooManyOperatorRoles extends RuleError {
  constructor(maximum: number) {
    super('ops.tooManyRoles', { maximum });
  }
}

/** The owner is not locked out. */
export class NothingToLift extends RuleError {
  constructor(what: 'twoStep' | 'addresses') {
    super(`ops.nothingToLift.${what}`);
  }
}

/** No merchant has this id. */
export class MerchantNotFound extends NotFoundError {}

/** The merchant is already suspended. */
export class SuspendedAlready extends RuleError {
  constructor() {
    super('ops.suspendedAlready');
  }
}

/** The merchant is not suspended. */
export class NotSuspended extends RuleError {
  constructor() {
    super('ops.notSuspended');
  }
}

/** The settlements are already on hold, or are not on hold. */
export class HoldRefused extends RuleError {
  constructor(isHeld: boolean) {
    super(isHeld ? 'ops.heldAlready' : 'ops.notHeld');
  }
}

/** The merchant's rates have changed since they were read. */
export class RatesChanged extends ConflictError {
  constructor() {
    super('ops.ratesChanged');
  }
}

/** The balance does not cover the correction. */
export class CorrectionNotCovered extends RuleError {
  constructor() {
    super('ops.correctionNotCovered');
  }
}

/** The account at a processor does not serve this merchant and mode. */
export class CorrectionRefused extends RuleError {
  constructor() {
    super('ops.correctionAccount');
  }
}

/** The request would change nothing. */
export class NothingChanges extends RuleError {
  constructor() {
    super('ops.nothingChanges');
  }
}

/** The job or message does not exist, or has not failed. */
export class NothingToRetry extends NotFoundError {}

/** There is nothing to decide: the decision is already made, or the merchant is suspended. */
export class NotWaiting extends RuleError {
  constructor(isSuspended: boolean) {
    super(isSuspended ? 'ops.waitsSuspended' : 'ops.notWaiting');
  }
}
