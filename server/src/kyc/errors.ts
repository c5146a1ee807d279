import { MERCHANT_STATUS } from '@daftar/contract/auth';
import { KYC_DUPLICATES } from '@daftar/contract/kyc';
import { ConflictError, DuplicateError, NotFoundError, RuleError } from '../platform/http/errors.ts';

/** The merchant is under review, approved or suspended; nothing can be sent or changed. */
export class KycClosed extends RuleError {
  constructor(status: number) {
    super(status === MERCHANT_STATUS.underReview ? 'kyc.underReview' : 'kyc.closed');
  }
}

/** Another merchant has the registration number or the store address. */
export class KycDuplicate extends DuplicateError {
  constructor(fields: readonly (keyof typeof KYC_DUPLICATES)[]) {
    super(Object.fromEntries(fields.map((field) => [field, KYC_DUPLICATES[field]])));
  }
}

/** The decision is about a former version; the merchant has sent another one since. */
export class SubmissionChanged extends ConflictError {
  constructor() {
    super('kyc.changed');
  }
}

/** A request is waiting, and the decision does not state the version that was read. */
export class VersionWanted extends RuleError {
  constructor(version: number) {
    super('kyc.versionWanted', { version: String(version) });
  }
}

/** Nothing was sent, or only a draft exists. */
export class SubmissionNotFound extends NotFoundError {}
