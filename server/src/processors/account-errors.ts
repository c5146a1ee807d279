import { AppError, ConflictError, NotFoundError, RuleError } from '../platform/http/errors.ts';

/** There is no account, or no change, with this id. */
export class AccountNotFound extends NotFoundError {}

/** The account is switched off, or on, already. */
export class SwitchedAlready extends RuleError {
  constructor(state: 'on' | 'off') {
    super(`processors.${state}Already`);
  }
}

/** A rotation names no new secret. */
export class NothingToRotate extends RuleError {
  constructor() {
    super('processors.nothingToRotate');
  }
}

/** The change was confirmed, declined or withdrawn before. */
export class ChangeDecided extends ConflictError {
  constructor() {
    super('processors.changeDecided');
  }
}

/** The change waited too long: it has to be asked for again. */
export class ChangeExpired extends ConflictError {
  constructor() {
    super('processors.changeExpired');
  }
}

/** Whoever asked for the change may no longer ask for it: they were disabled, or have another role. */
export class AskerGone extends ConflictError {
  constructor() {
    super('processors.askerGone');
  }
}

/** Nobody decides what they asked for themselves. */
export class OwnChange extends RuleError {
  constructor() {
    super('processors.ownChange');
  }
}

/** Only who asked for a change can withdraw it. */
export class ForeignChange extends RuleError {
  constructor() {
    super('processors.foreignChange');
  }
}

/** The notification is not the processor's, so it is never processed. */
export class ForgedNotification extends RuleError {
  constructor() {
    super('processors.forged');
  }
}

/** A file of the command line cannot be read, or is not JSON. */
export class UnreadableFile extends AppError {
  constructor(file: string, reason: string) {
    super(400, 'processors.unreadableFile', { file, reason });
  }
}

/** The processor refuses the credentials, so nothing was changed. */
export class CredentialsRefused extends AppError {
  constructor(explanation: string) {
    super(400, 'processors.credentialsRefused', { explanation });
  }
}
