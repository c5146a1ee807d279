import type { payouts } from '@daftar/contract/payouts';
import { definePath, type ListSearchParams } from '../../ui/define-path.ts';

export const payoutsPath = definePath<ListSearchParams<typeof payouts.list>>('/payouts');

/** The path of a payout. */
export const payoutPath = (id: number | '$id') => definePath(`${payoutsPath}/${id}`);
