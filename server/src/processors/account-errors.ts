import { AppError, NotFoundError, RuleError } from '../platform/http/errors.ts';

/** There is no account with this id. */
export class AccountNotFound extends NotFoundError {}

/** The account is already switched off, or on. */
export class SwitchedAlready extends RuleError {
  constructor(state: 'on' | 'off') {
    super(`processors.${state}Already`);
  }
}

/** A rotation contains no new secret. */
export class NothingToRotate extends RuleError {
  constructor() {
    super('processors.nothingToRotate');
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
