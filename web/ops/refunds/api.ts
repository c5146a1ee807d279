import { opsMoney } from '@daftar/contract/ops-money';
import { useSavedList } from '../shared/query.ts';

/** The list's state in the address, its rows and their file. */
export const useRefunds = () => useSavedList(opsMoney.refunds, opsMoney.exportRefunds, 'ops-refunds');
