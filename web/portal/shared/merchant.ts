import { auth } from '@daftar/contract/auth';
import { useQuery } from '@tanstack/react-query';
import { keyOf, queryClient, queryOf } from './query-client.ts';
import { session } from './session.ts';

const merchantOf = () => ({ ...queryOf(auth.me), staleTime: 60_000 });

// Another tab began or ended looking as a role: this one says so too, and has the way back.
session.subscribe((change) => {
  if (change === 'permissions') void queryClient.invalidateQueries({ queryKey: keyOf(auth.me) });
});

/** Returns the signed-in user and their business, from a shared query. */
export function useMerchant() {
  return useQuery(merchantOf()).data?.data;
}

/** Loads the merchant before the first render, so that permissions are known by then. */
export async function prefetchMerchant(): Promise<void> {
  const { queryKey } = merchantOf();
  await queryClient.prefetchQuery(merchantOf());
  const merchant = queryClient.getQueryData(queryKey)?.data;
  if (merchant) session.setMerchant(merchant);
}
