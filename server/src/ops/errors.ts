import { ConflictError, NotFoundError, RuleError } from '../platform/http/errors.ts';

/** Wrong e-mail, password or code, or a code that was used: one fact, so that nobody learns which. */
export class WrongOperatorCredentials extends RuleError {
  constructor() {
    super('ops.wrongCredentials');
  }
}

export class OperatorExists extends ConflictError {
  constructor() {
    super('ops.operatorExists');
  }
}

export class OperatorNotFound extends NotFoundError {
  constructor() {
    super('ops.operatorNotFound');
  }
}
