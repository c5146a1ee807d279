import { AppError, RuleError } from '../platform/http/errors.ts';

/** A wrong e-mail and a wrong password give the same error: a caller cannot tell which. */
export class WrongCredentials extends RuleError {
  constructor() {
    super('auth.wrongCredentials');
  }
}

/** The right password, but of a deactivated user. */
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

/** A sign-in challenge that is answered, expired, tried too often or unknown. */
export class ProofExpired extends RuleError {
  constructor() {
    super('auth.proofExpired');
  }
}
