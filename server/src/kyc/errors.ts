import { MERCHANT_STATUS } from '@daftar/contract/auth';
import { KYC_DUPLICATES } from '@daftar/contract/kyc';
import { DuplicateError, NotFoundError, RuleError } from '../platform/http/errors.ts';

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

/** Nothing was sent, or there is only a draft. */
export class SubmissionNotFound extends NotFoundError {}
