import type { CallInput } from '@daftar/contract/endpoint';
import type { opsBalance } from '@daftar/contract/ops-balance';
import { definePath } from '../../ui/define-path.ts';

type Search = NonNullable<CallInput<typeof opsBalance.movements>['query']>;

/** The path of a merchant's statement of account. */
export const balancePath = (merchantId: number | '$id') => definePath<Search>(`/balance/${merchantId}`);
