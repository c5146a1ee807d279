import { MERCHANT_STATUS } from '@daftar/contract/auth';
import { KYC_DUPLICATES } from '@daftar/contract/kyc';
import { ConflictError, DuplicateError, NotFoundError, RuleError } from '../platform/http/errors.ts';

/** Under review, approved or suspended: nothing can be sent or changed. */
export class KycClosed extends RuleError {
  constructor(status: number) {
    super(status === MERCHANT_STATUS.underReview ? 'kyc.underReview' : 'kyc.closed');
  }
}

/** Another merchant has the number or the address. */
export class KycDuplicate extends DuplicateError {
  constructor(fields: readonly (keyof typeof KYC_DUPLICATES)[]) {
    super(fields.map((field) => KYC_DUPLICATES[field]));
  }
}

/** The papers that were judged are not the ones that wait: the merchant has sent others since. */
export class SubmissionChanged extends ConflictError {
  constructor() {
    super('kyc.changed');
  }
}

/** Papers wait, and whoever decides has not said which version they read. */
export class VersionWanted extends RuleError {
  constructor(version: number) {
    super('kyc.versionWanted', { version: String(version) });
  }
}

/** Nothing was sent, or there is only a draft. */
export class SubmissionNotFound extends NotFoundError {}
