import { ConflictError, NotFoundError, RuleError } from '../platform/http/errors.ts';

/** E-mail, password or code is wrong, or the code was used; the caller does not learn which. */
export class WrongOperatorCredentials extends RuleError {
  constructor() {
    super('ops.wrongCredentials');
  }
}

/** No provider of operators' sign-ins is configured. */
export class OperatorCompanyOff extends NotFoundError {}

/** Operators need the company's account, but for those whom the configuration names. */
export class OperatorCompanyNeeded extends RuleError {
  constructor() {
    super('ops.companyNeeded');
  }
}

/** Whoever has an authenticator gives its code before they leave for the company's provider. */
export class OperatorCodeNeeded extends RuleError {
  constructor() {
    super('ops.codeNeeded');
  }
}

/** The company vouches for somebody who is no operator, or a disabled one. */
export class NoOperatorAccess extends RuleError {
  constructor() {
    super('ops.noAccess');
  }
}

/** The configuration names no provider, domain or groups for a directory of operators. */
export class OperatorDirectoryOff extends RuleError {
  constructor() {
    super('ops.directoryOff');
  }
}

/** The directory of operators has no token. */
export class NoDirectoryToken extends NotFoundError {}

/** The company's directory has put this operator into no group with a role: whoever lets them in chooses one first. */
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

/** There is no canned reply with this id. */
export class ReplyNotFound extends NotFoundError {}

/** No more canned replies fit. */
export class TooManyReplies extends RuleError {
  constructor(maximum: number) {
    super('ops.tooManyReplies', { maximum });
  }
}

/** Nobody gives powers that they do not hold, or changes somebody who holds more. */
export class BeyondYours extends RuleError {
  constructor() {
    super('ops.beyondYours');
  }
}

/** There is no custom role with this id. */
export class OperatorRoleNotFound extends NotFoundError {}

/** Nobody changes the role that they have. */
export class OwnRole extends RuleError {
  constructor() {
    super('ops.ownRole');
  }
}

/** Somebody has this role. */
export class OperatorRoleInUse extends RuleError {
  constructor() {
    super('ops.roleInUse');
  }
}

/** No more custom roles fit. */
export class TooManyOperatorRoles extends RuleError {
  constructor(maximum: number) {
    super('ops.tooManyRoles', { maximum });
  }
}

/** Nothing locks the owner out. */
export class NothingToLift extends RuleError {
  constructor(what: 'twoStep' | 'addresses') {
    super(`ops.nothingToLift.${what}`);
  }
}

/** There is no merchant with this id. */
export class MerchantNotFound extends NotFoundError {}

/** The merchant is suspended already. */
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

/** The settlements are on hold already, or are not on hold. */
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

/** What is asked for is how it is already. */
export class NothingChanges extends RuleError {
  constructor() {
    super('ops.nothingChanges');
  }
}

/** The job or message does not exist, or has not failed. */
export class NothingToRetry extends NotFoundError {}

/** There is nothing to decide: it is decided already, or the merchant is suspended. */
export class NotWaiting extends RuleError {
  constructor(isSuspended: boolean) {
    super(isSuspended ? 'ops.waitsSuspended' : 'ops.notWaiting');
  }
}
