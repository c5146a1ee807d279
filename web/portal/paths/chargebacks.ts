import type { chargebacks } from '@daftar/contract/chargebacks';
import { definePath, type ListSearchParams } from '../../ui/define-path.ts';

export const chargebacksPath = definePath<ListSearchParams<typeof chargebacks.list>>('/charge-backs');

/** The path of a chargeback. */
export const chargebackPath = (id: number | '$id') => definePath(`${chargebacksPath}/${id}`);
