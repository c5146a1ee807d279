import { lookups } from '@daftar/contract/lookups';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../shared/query-client.ts';

const HOUR = 3_600_000;

/** What this merchant may be paid by, and in which currencies. */
export function useFormLookups() {
  const methods = useQuery({ ...queryOf(lookups.paymentMethods), staleTime: HOUR });
  const currencies = useQuery({ ...queryOf(lookups.currencies), staleTime: HOUR });
  return { methods, currencies: currencies.data?.data };
}

/** EGP per unit of a currency; not asked for EGP itself. */
export function useExchangeRate(code: 'EGP' | 'USD') {
  const query = useQuery({
    ...queryOf(lookups.exchangeRate, { query: { code } }),
    enabled: code !== 'EGP',
    staleTime: 60_000,
  });
  return code === 'EGP' ? 1 : query.data?.data.exchange_rate;
}
