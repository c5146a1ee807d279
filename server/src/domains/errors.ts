import { ConflictError, NotFoundError, RuleError, UnavailableError } from '../platform/http/errors.ts';

/** The merchant has no domain. */
export class DomainNotFound extends NotFoundError {}

/** Another merchant has proven this host, and keeps it until its record has been gone for long enough. */
export class DomainTaken extends ConflictError {
  constructor() {
    super('domains.taken');
  }
}

/** DNS knows no such record, or another value. */
export class RecordNotFound extends RuleError {
  constructor() {
    super('domains.notFound');
  }
}

/** DNS did not answer: whether the record is there is unknown. */
export class DnsSilent extends UnavailableError {
  constructor() {
    super('domains.silent');
  }
}
