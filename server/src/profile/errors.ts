import { type AppError, InvalidError, NotFoundError, RuleError } from '../platform/http/errors.ts';

/** The session has ended, or belongs to another person. */
export class SessionNotFound extends NotFoundError {}
/** The passkey does not exist, or belongs to another person. */
export class PasskeyNotFound extends NotFoundError {}

/** Two-step sign-in is already on. */
export class TwoStepAlreadyOn extends RuleError {
  constructor() {
    super('profile.twoStepAlreadyOn');
  }
}

/** Two-step sign-in is off. */
export class TwoStepNotOn extends RuleError {
  constructor() {
    super('profile.twoStepNotOn');
  }
}

/** A business of the person requires two-step sign-in. */
export class TwoStepRequired extends RuleError {
  constructor() {
    super('profile.twoStepRequired');
  }
}

/** A code was given, but no setup was started. */
export class TwoStepNotBegun extends RuleError {
  constructor() {
    super('profile.twoStepNotBegun');
  }
}

/** The person has the maximum number of passkeys. */
export class TooManyPasskeys extends RuleError {
  constructor(maximum: number) {
    super('profile.tooManyPasskeys', { maximum });
  }
}

/** The browser's answer does not match the challenge, or no known passkey. */
export class PasskeyRefused extends RuleError {
  constructor() {
    super('profile.passkeyRefused');
  }
}

/** 422: the code is wrong, used or of another time. */
export const wrongCode = (): AppError => InvalidError.field('code', 'WrongCode');

/** 422 on the fields that belong to another account. */
export function accountTaken(taken: { email: boolean; mobile: boolean }): AppError {
  return new InvalidError({
    ...(taken.email ? { email: [{ key: 'EmailTaken' }] } : {}),
    ...(taken.mobile ? { mobile: [{ key: 'MobileTaken' }] } : {}),
  });
}
