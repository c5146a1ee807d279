import { AppError, RuleError } from '../platform/http/errors.ts';

/** Wrong e-mail and wrong password are one fact: a caller cannot tell which. */
export class WrongCredentials extends RuleError {
  constructor() {
    super('auth.wrongCredentials');
  }
}

/** The right password, of somebody who was switched off. */
export class UserInactive extends RuleError {
  constructor() {
    super('auth.userInactive');
  }
}

/** A create-password or reset link that is used, old, superseded or never was. */
export class TokenExpired extends RuleError {
  constructor() {
    super('TokenExpired');
  }
}

/** Sign-up with an e-mail or mobile that has an account; the portal matches these keys, so they stay keys. */
export class AccountTaken extends AppError {
  constructor(taken: { email: boolean; mobile: boolean }) {
    super(422, 'http.invalid');
    this.rawFields = {
      ...(taken.email ? { email: ['EmailTaken'] } : {}),
      ...(taken.mobile ? { mobileNumber: ['MobileTaken'] } : {}),
    };
  }
}

/** A question of a sign-in that is answered, old, tried too often or never was. */
export class ProofExpired extends RuleError {
  constructor() {
    super('auth.proofExpired');
  }
}
