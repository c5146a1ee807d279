import { auth } from '@daftar/contract/auth';
import { useQuery } from '@tanstack/react-query';
import { queryClient, queryOf } from './query-client.ts';
import { session } from './session.ts';

const merchantOf = () => ({ ...queryOf(auth.me), staleTime: 60_000 });

/** The signed-in person and their business; every screen may ask, the answer is shared. */
export function useMerchant() {
  return useQuery(merchantOf()).data?.data;
}

/** Asks for the merchant before anything is drawn, so that the session knows what they may when it is. */
export async function prefetchMerchant(): Promise<void> {
  const { queryKey } = merchantOf();
  await queryClient.prefetchQuery(merchantOf());
  const merchant = queryClient.getQueryData(queryKey)?.data;
  if (merchant) session.setMerchant(merchant);
}
