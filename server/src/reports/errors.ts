import { REPORTS_MAXIMUM } from '@daftar/contract/reports';
import {
  ConflictError,
  ForbiddenError,
  InvalidError,
  NotFoundError,
  RuleError,
} from '../platform/http/errors.ts';

/** The report does not exist, or is another's. */
export class ReportNotFound extends NotFoundError {}

/** 403: only an owner approves addresses outside. */
export class OnlyOwners extends ForbiddenError {
  constructor() {
    super('reports.onlyOwners');
  }
}

/** 409: the report is not the version that the caller read. */
export class ReportChanged extends ConflictError {
  constructor() {
    super('reports.changed');
  }
}

/** 400: addresses outside are for businesses that the provider has verified. */
export class OnlyVerified extends RuleError {
  constructor() {
    super('reports.onlyVerified');
  }
}

/** 422: the caller may not save the file that the report would be. */
export const mayNotReport = () => InvalidError.field('kind', 'MayNotReport');

/** 400: there are as many as can be kept. */
export class TooManyReports extends RuleError {
  constructor() {
    super('reports.tooMany', { count: REPORTS_MAXIMUM });
  }
}

/** 422: somebody who is not of the business, or has left. */
export const notAMember = () => InvalidError.field('members', 'Invalid');

/** The figures of a day are not summed up yet: the job tries again. */
export class NotCountedYet extends Error {}
