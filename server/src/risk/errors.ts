import { ConflictError, NotFoundError, RuleError } from '../platform/http/errors.ts';

/** There is no such rule, dry run, entry, payment or review. */
export class RiskNotFound extends NotFoundError {}

/** A rule is changed only while it is off. */
export class RuleIsOn extends ConflictError {
  constructor() {
    super('risk.isOn');
  }
}

/** The rule is in this state already. */
export class RuleUnchanged extends ConflictError {
  constructor(isOn: boolean) {
    super(isOn ? 'risk.onAlready' : 'risk.offAlready');
  }
}

/** A rule is switched on only after a dry run of it as it is, a short time ago. */
export class DryRunNeeded extends RuleError {
  constructor() {
    super('risk.dryRunNeeded');
  }
}

/** The rule is being run already. */
export class DryRunUnderWay extends ConflictError {
  constructor() {
    super('risk.dryRunUnderWay');
  }
}

/** Every attempt asks every rule that is on, so their number is limited. */
export class TooManyRules extends RuleError {
  constructor() {
    super('risk.tooMany');
  }
}

/** It is in this list already. */
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
