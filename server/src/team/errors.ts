import {
  type AppError,
  ConflictError,
  InvalidError,
  NotFoundError,
  RuleError,
} from '../platform/http/errors.ts';

/** Not there, gone, or of another merchant. */
export class UserNotFound extends NotFoundError {}
/** Not there, or another merchant's. */
export class RoleNotFound extends NotFoundError {}

/** The first role stays as it is, and is there as long as the merchant. */
export class FirstRoleKept extends RuleError {
  constructor() {
    super('team.firstRole');
  }
}

/** Granting, or changing somebody who holds, what one does not hold oneself. */
export class BeyondYourPermissions extends RuleError {
  constructor() {
    super('team.beyondYours');
  }
}

/** A role that people have is not deleted; says how many do. */
export class RoleInUse extends RuleError {
  constructor(count: number) {
    super('team.roleInUse', { count });
  }
}

/** A change of one's own role after which one could not change it back. */
export class OwnRoleLockedOut extends RuleError {
  constructor() {
    super('team.lockedOut');
  }
}

/** People change their own data on the profile screen, and cannot deactivate themselves. */
export class NotYourself extends RuleError {
  constructor() {
    super('team.notYourself');
  }
}

/** Somebody who is active must hold the first role. */
export class LastOwner extends RuleError {
  constructor() {
    super('team.lastOwner');
  }
}

/** Whoever requires two-step sign-in must use it themselves, so that they cannot lock themselves out. */
export class OwnTwoStepFirst extends RuleError {
  constructor() {
    super('team.ownTwoStepFirst');
  }
}

/** As many as a merchant may have. */
export class TooManyRoles extends RuleError {
  constructor(maximum: number) {
    super('team.tooManyRoles', { maximum });
  }
}

/** A link that is used, old or superseded, or a change that somebody ended. */
export class AddressGone extends RuleError {
  constructor() {
    super('TokenExpired');
  }
}

/** Somebody else took the address before it was confirmed. */
export class AddressTakenMeanwhile extends RuleError {
  constructor() {
    super('team.addressTaken');
  }
}

/** Who has a password needs no further invitation. */
export class AlreadyJoined extends RuleError {
  constructor() {
    super('team.alreadyJoined');
  }
}

/** 422 on the name that another role has. */
export const roleNameTaken = (): AppError =>
  new InvalidError({ name_ar: [{ key: 'RoleNameTaken' }], name_en: [{ key: 'RoleNameTaken' }] });

/** 422 on the e-mail address or mobile number that leads to another account, here or with another merchant. */
export function accountTaken(taken: { email: boolean; mobile: boolean }): AppError {
  return new InvalidError({
    ...(taken.email ? { email: [{ key: 'EmailTaken' }] } : {}),
    ...(taken.mobile ? { mobile: [{ key: 'MobileTaken' }] } : {}),
  });
}

/** 409: somebody saved the role since it was read. */
export class RoleChanged extends ConflictError {
  constructor() {
    super('team.roleChanged');
  }
}
