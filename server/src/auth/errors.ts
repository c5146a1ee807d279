import { AppError, RuleError } from '../platform/http/errors.ts';

/** A wrong e-mail and a wrong password give the same error, so that a caller cannot tell which it was. */
export class WrongCredentials extends RuleError {
  constructor() {
    super('auth.wrongCredentials');
  }
}

/** The password is right, but the user is deactivated. */
export class UserInactive extends RuleError {
  constructor() {
    super('auth.userInactive');
  }
}

/** The business requires the company's account of this user. */
export class CompanySignInNeeded extends RuleError {
  constructor() {
    super('auth.companyNeeded');
  }
}

/**
 * The business requires two steps of a person who belongs to another business, too, and was authenticated only by a
 * company.
 */
export class TwoStepElsewhere extends RuleError {
  constructor() {
    super('auth.twoStepElsewhere');
  }
}

/** A session opened by a company's account is valid for that business alone. */
export class SwitchNeedsPassword extends RuleError {
  constructor() {
    super('auth.switchNeedsPassword');
  }
}

/** The other business requires two steps, and the person has only one. */
export class SwitchNeedsTwoStep extends RuleError {
  constructor() {
    super('auth.switchNeedsTwoStep');
  }
}

/** The create-password or reset link is used, expired, superseded or unknown. */
export class TokenExpired extends RuleError {
  constructor() {
    super('TokenExpired');
  }
}

/** The e-mail or mobile number has an account. The portal matches these keys, so they must not change. */
export class AccountTaken extends AppError {
  constructor(taken: { email: boolean; mobile: boolean }) {
    super(422, 'http.invalid');
    this.rawFields = {
      ...(taken.email ? { email: ['EmailTaken'] } : {}),
      ...(taken.mobile ? { mobileNumber: ['MobileTaken'] } : {}),
    };
  }
}

/** The sign-in challenge is answered, expired, unknown, or had too many attempts. */
export class ProofExpired extends RuleError {
  constructor() {
    super('auth.proofExpired');
  }
}
