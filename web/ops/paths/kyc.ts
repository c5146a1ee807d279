import { definePath } from '../../ui/define-path.ts';

export const kycPath = definePath('/kyc');

/** The path of a merchant's activation request. */
export const kycRequestPath = (merchantId: number | '$id') => definePath(`${kycPath}/${merchantId}`);
