import { REPORTS_MAXIMUM } from '@daftar/contract/reports';
import {
  ConflictError,
  ForbiddenError,
  InvalidError,
  NotFoundError,
  RuleError,
} from '../platform/http/errors.ts';

/** The report does not exist, or belongs to another user. */
export class ReportNotFound extends NotFoundError {}

/** 403: only an owner can approve external addresses. */
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

/** 400: external addresses require a business that the provider has verified. */
export class OnlyVerified extends RuleError {
  constructor() {
    super('reports.onlyVerified');
  }
}

/** 422: the caller may not export the file of the report. */
export const mayNotReport = () => InvalidError.field('kind', 'MayNotReport');

/** 400: the maximum number of reports is reached. */
export class TooManyReports extends RuleError {
  constructor() {
    super('reports.tooMany', { count: REPORTS_MAXIMUM });
  }
}

/** 422: the person does not belong to the business, or has left. */
export const notAMember = () => InvalidError.field('members', 'Invalid');

/** The figures of a day are not summed up yet; the job is retried. */
export class NotCountedYet extends Error {}
