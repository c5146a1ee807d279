import { auth } from '@daftar/contract/auth';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from './query-client.ts';

/** The signed-in person and their business; every screen may ask, the answer is shared. */
export function useMerchant() {
  return useQuery({ ...queryOf(auth.me), staleTime: 60_000 }).data?.data;
}
