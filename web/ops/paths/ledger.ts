import type { opsLedger } from '@daftar/contract/ops-ledger';
import { definePath, type ListSearchParams } from '../../ui/define-path.ts';

type Search = ListSearchParams<typeof opsLedger.transfers>;

/** The path of a merchant's ledger. */
export const ledgerPath = (merchantId: number | '$id') => definePath<Search>(`/ledger/${merchantId}`);
