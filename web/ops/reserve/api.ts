import { opsReserve } from '@daftar/contract/ops-reserve';
import { useSavedList } from '../shared/query.ts';

/** The list's state in the address, its rows and their file. */
export const useReserveItems = () =>
  useSavedList(opsReserve.items, opsReserve.exportItems, 'ops-reserve-items');
