import type { opsBankTransfers } from '@daftar/contract/ops-bank-transfers';
import { definePath, type ListSearchParams } from '../../ui/define-path.ts';

export const bankTransfersPath =
  definePath<ListSearchParams<typeof opsBankTransfers.batches>>('/bank-transfers');

/** The path of a file of transfers. */
export const bankTransferPath = (id: number | '$id') => definePath(`${bankTransfersPath}/${id}`);
