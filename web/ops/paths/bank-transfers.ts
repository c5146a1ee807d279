import type { opsBankTransfers } from '@daftar/contract/ops-bank-transfers';
import { definePath, type ListSearchParams } from '../../ui/define-path.ts';

export const bankTransfersPath =
  definePath<ListSearchParams<typeof opsBankTransfers.batches>>('/bank-transfers');

/** The path of a file of transfers. */
export const bankTransferPath = (id: number | '$id') =>
  definePath<ListSearchParams<typeof opsBankTransfers.transfers>>(`${bankTransfersPath}/${id}`);

/** What is to be transferred. */
export const dueTransfersPath = definePath<ListSearchParams<typeof opsBankTransfers.due>>('/transfers-due');
