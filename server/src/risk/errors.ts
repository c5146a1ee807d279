import { ConflictError, NotFoundError, RuleError } from '../platform/http/errors.ts';

/** The rule, dry run, entry, payment or review does not exist. */
export class RiskNotFound extends NotFoundError {}

/** A rule can be changed only while it is off. */
export class RuleIsOn extends ConflictError {
  constructor() {
    super('risk.isOn');
  }
}

/** The rule is already in this state. */
export class RuleUnchanged extends ConflictError {
  constructor(isOn: boolean) {
    super(isOn ? 'risk.onAlready' : 'risk.offAlready');
  }
}

/** A rule can be switched on only after a recent dry run of its current version. */
export class DryRunNeeded extends RuleError {
  constructor() {
    super('risk.dryRunNeeded');
  }
}

/** A dry run of the rule is already running. */
export class DryRunUnderWay extends ConflictError {
  constructor() {
    super('risk.dryRunUnderWay');
  }
}

/** Every attempt evaluates every rule that is on, so their number is limited. */
export class TooManyRules extends RuleError {
  constructor() {
    super('risk.tooMany');
  }
}

/** The value is already in this list. */
export class ListedAlready extends ConflictError {
  constructor() {
    super('risk.listedAlready');
  }
}

/** The payment has no such fact. */
export class FactUnknown extends RuleError {
  constructor() {
    super('risk.factUnknown');
  }
}

/** The review was decided, or its payment has not been paid. */
export class ReviewOver extends ConflictError {
  constructor() {
    super('risk.reviewOver');
  }
}
