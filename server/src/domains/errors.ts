import { ConflictError, NotFoundError, RuleError, UnavailableError } from '../platform/http/errors.ts';

/** The merchant has no domain. */
export class DomainNotFound extends NotFoundError {}

/** Another merchant has proven this host, and keeps it until its record has been missing for long enough. */
export class DomainTaken extends ConflictError {
  constructor() {
    super('domains.taken');
  }
}

/** DNS has no such record, or a different value. */
export class RecordNotFound extends RuleError {
  constructor() {
    super('domains.notFound');
  }
}

/** DNS did not answer, so it is unknown whether the record exists. */
export class DnsSilent extends UnavailableError {
  constructor() {
    super('domains.silent');
  }
}
