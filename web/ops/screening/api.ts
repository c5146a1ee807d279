import { type DecideHitForm, type HitRow, opsScreening } from '@daftar/contract/ops-screening';
import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { call } from '../shared/call.ts';
import { queryOf, useSavedList } from '../shared/query.ts';

/** The list's state in the address and its rows. */
export const useHits = () => useSavedList(opsScreening.hits, opsScreening.export, 'ops-screening');

/** What is known of the list that names are compared with. */
export const useScreeningList = () => useQuery(queryOf(opsScreening.list));

/** Record whether a hit is the listed one. */
export const decideHit = ({ merchant, id }: HitRow, body: z.input<typeof DecideHitForm>) =>
  call(opsScreening.decide, { params: { merchantId: merchant.id, id }, body });
