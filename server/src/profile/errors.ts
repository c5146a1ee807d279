import { type AppError, InvalidError, NotFoundError, RuleError } from '../platform/http/errors.ts';

/** Ended already, or somebody else's. */
export class SessionNotFound extends NotFoundError {}
/** Not there, or another person's. */
export class PasskeyNotFound extends NotFoundError {}

/** Two-step sign-in is on. */
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

/** The business lets nobody in by a password alone. */
export class TwoStepRequired extends RuleError {
  constructor() {
    super('profile.twoStepRequired');
  }
}

/** A code was given and no secret waits for one. */
export class TwoStepNotBegun extends RuleError {
  constructor() {
    super('profile.twoStepNotBegun');
  }
}

/** As many as a person may have. */
export class TooManyPasskeys extends RuleError {
  constructor(maximum: number) {
    super('profile.tooManyPasskeys', { maximum });
  }
}

/** What a browser answered is not what was asked, or of no passkey we know. */
export class PasskeyRefused extends RuleError {
  constructor() {
    super('profile.passkeyRefused');
  }
}

/** 422: a wrong code, one used before, or one of another time. */
export const wrongCode = (): AppError => InvalidError.field('code', 'WrongCode');

/** 422 on what leads to another account. */
export function accountTaken(taken: { email: boolean; mobile: boolean }): AppError {
  return new InvalidError({
    ...(taken.email ? { email: [{ key: 'EmailTaken' }] } : {}),
    ...(taken.mobile ? { mobile: [{ key: 'MobileTaken' }] } : {}),
  });
}
