import type { opsMerchants } from '@daftar/contract/ops-merchants';
import { definePath, type ListSearchParams } from '../../ui/define-path.ts';

export const merchantsPath = definePath<ListSearchParams<typeof opsMerchants.list>>('/merchants');

/** The path of a merchant. */
export const merchantPath = (id: number | '$id') => definePath(`${merchantsPath}/${id}`);
