import type { opsKyc } from '@daftar/contract/ops-kyc';
import { definePath, type ListSearchParams } from '../../ui/define-path.ts';

export const kycPath = definePath<ListSearchParams<typeof opsKyc.queue>>('/kyc');

/** The path of a merchant's activation request. */
export const kycRequestPath = (merchantId: number | '$id') => definePath(`${kycPath}/${merchantId}`);
