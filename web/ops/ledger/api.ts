import { opsLedger } from '@daftar/contract/ops-ledger';
import { opsMerchants } from '@daftar/contract/ops-merchants';
import { useQuery } from '@tanstack/react-query';
import { call } from '../shared/call.ts';
import { useMaySee } from '../shared/operator.ts';
import { queryOf, thenRefetch, useSavedList } from '../shared/query.ts';

/** The transfers of a merchant's ledger; the list's state is in the address. */
export function useLedger(merchantId: string) {
  return useSavedList(opsLedger.transfers, opsLedger.export, 'ops-ledger', { params: { merchantId } });
}

/** Whose ledger it is, as far as the operator may see merchants. */
export function useNameOf(merchantId: string): string | undefined {
  const enabled = useMaySee()('ops:merchants');
  const query = useQuery({ ...queryOf(opsMerchants.details, { params: { id: merchantId } }), enabled });
  return query.data?.data.name;
}

/** What is asked of another operator. */
export interface Correction {
  mode: string;
  lines: readonly { account: string; side: string; amount: string }[];
  reason: string;
  corrects: string;
  processor_account_id: string;
  reference: string;
  fee_invoice: string;
}

/** Ask another operator to correct a merchant's ledger, once for a key. */
export function askCorrection(
  merchantId: string,
  { lines, ...fields }: Correction,
  paper: File | null,
  idempotencyKey: string,
) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  body.append('lines', JSON.stringify(lines));
  if (paper) body.append('file', paper);
  return thenRefetch(call(opsLedger.correct, { params: { merchantId }, body, idempotencyKey }));
}
