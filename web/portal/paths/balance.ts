import type { balance } from '@daftar/contract/balance';
import type { CallInput } from '@daftar/contract/endpoint';
import { definePath } from '../../ui/define-path.ts';

export const balancePath = definePath<NonNullable<CallInput<typeof balance.movements>['query']>>('/balance');
