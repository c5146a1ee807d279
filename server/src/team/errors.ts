import {
  type AppError,
  ConflictError,
  InvalidError,
  NotFoundError,
  RuleError,
} from '../platform/http/errors.ts';

/** The user does not exist, is deleted, or belongs to another merchant. */
export class UserNotFound extends NotFoundError {}
/** The role does not exist, or belongs to another merchant. */
export class RoleNotFound extends NotFoundError {}

/** The first role cannot be changed or deleted. */
export class FirstRoleKept extends RuleError {
  constructor() {
    super('team.firstRole');
  }
}

/** The caller cannot grant permissions that they do not have themselves, or change a person who has such. */
export class BeyondYourPermissions extends RuleError {
  constructor() {
    super('team.beyondYours');
  }
}

/** A role that people have cannot be deleted; the message contains their number. */
export class RoleInUse extends RuleError {
  constructor(count: number) {
    super('team.roleInUse', { count });
  }
}

/** The caller could not undo this change of their own role. */
export class OwnRoleLockedOut extends RuleError {
  constructor() {
    super('team.lockedOut');
  }
}

/** People change their own data on the profile page, and cannot deactivate themselves. */
export class NotYourself extends RuleError {
  constructor() {
    super('team.notYourself');
  }
}

/** At least one active user must have the first role. */
export class LastOwner extends RuleError {
  constructor() {
    super('team.lastOwner');
  }
}

/** At least one person must be able to sign in without the company's account while everybody else needs it. */
export class LastBreakGlass extends RuleError {
  constructor() {
    super('team.lastBreakGlass');
  }
}

/** A user who requires two-step sign-in must use it themselves, so that they are not locked out. */
export class OwnTwoStepFirst extends RuleError {
  constructor() {
    super('team.ownTwoStepFirst');
  }
}

/** The merchant has the maximum number of roles. */
export class TooManyRoles extends RuleError {
  constructor(maximum: number) {
    super('team.tooManyRoles', { maximum });
  }
}

/** The link is used, expired or superseded, or the change was canceled. */
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

/** A person who has a password cannot be invited again. */
export class AlreadyJoined extends RuleError {
  constructor() {
    super('team.alreadyJoined');
  }
}

/** The user was shown secret keys, so a colleague must remove them and decide which of these keys continue. */
export class LeavesKeys extends RuleError {
  constructor() {
    super('team.leavesKeys');
  }
}

/** The starting role of people added by the company's directory cannot be deleted. */
export class RoleBegins extends RuleError {
  constructor() {
    super('team.roleBegins');
  }
}

/** 422: another role has this name. */
export const roleNameTaken = (): AppError =>
  new InvalidError({ name_ar: [{ key: 'RoleNameTaken' }], name_en: [{ key: 'RoleNameTaken' }] });

/** 422: the e-mail address or mobile number belongs to another account, of this or another merchant. */
export function accountTaken(taken: { email: boolean; mobile: boolean }): AppError {
  return new InvalidError({
    ...(taken.email ? { email: [{ key: 'EmailTaken' }] } : {}),
    ...(taken.mobile ? { mobile: [{ key: 'MobileTaken' }] } : {}),
  });
}

/** 409: the role was changed since the caller read it. */
export class RoleChanged extends ConflictError {
  constructor() {
    super('team.roleChanged');
  }
}
