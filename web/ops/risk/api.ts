import { opsRisk, type RiskReasonForm, type RiskRuleForm } from '@daftar/contract/ops-risk';
import { opsRiskEntries, type RiskEntryForm } from '@daftar/contract/ops-risk-entries';
import { opsRiskReviews, type RefuseReviewForm, type RiskReview } from '@daftar/contract/ops-risk-reviews';
import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { call } from '../shared/call.ts';
import { act, queryOf, thenRefetch, useSavedList } from '../shared/query.ts';

export { refetchAll } from '../shared/query.ts';

type Reason = z.input<typeof RiskReasonForm>;

/** The list's state in the address and its rows. */
export const useRules = () => useSavedList(opsRisk.rules, opsRisk.export, 'ops-risk-rules');

const POLL_MILLISECONDS = 2_000;

/** A rule; read again while its dry run is under way. */
export const useRule = (id: string) =>
  useQuery({
    ...queryOf(opsRisk.rule, { params: { id } }),
    refetchInterval: ({ state }) =>
      state.data?.data.dry_run?.state === 'running' ? POLL_MILLISECONDS : false,
  });

export const addRule = (body: z.input<typeof RiskRuleForm>) => thenRefetch(call(opsRisk.addRule, { body }));
export const changeRule = (id: number, body: z.input<typeof RiskRuleForm>) =>
  thenRefetch(call(opsRisk.changeRule, { params: { id }, body }));
export const startDryRun = (id: number) => act(() => call(opsRisk.dryRun, { params: { id } }));
export const switchOn = (id: number, body: Reason) => call(opsRisk.switchOn, { params: { id }, body });
export const switchOff = (id: number, body: Reason) => call(opsRisk.switchOff, { params: { id }, body });

/** What a dry run found; the table's state is in the screen. */
export function useDryRunRows(id: number) {
  const { dryRunRows, exportDryRun } = opsRisk;
  return useSavedList(dryRunRows, exportDryRun, 'ops-risk-dry-run', { keep: 'screen', params: { id } });
}

/** The list's state in the address and its rows. */
export const useEntries = () => useSavedList(opsRiskEntries.list, opsRiskEntries.export, 'ops-risk-entries');

export const addEntry = (body: z.input<typeof RiskEntryForm>) => call(opsRiskEntries.add, { body });
export const removeEntry = (id: number, body: Reason) =>
  call(opsRiskEntries.remove, { params: { id }, body });

/** The list's state in the address and its rows. */
export const useReviews = () => useSavedList(opsRiskReviews.list, opsRiskReviews.export, 'ops-risk-reviews');

const refOf = ({ merchant, id }: RiskReview) => ({ merchantId: merchant.id, id });
export const approveReview = (review: RiskReview, body: Reason) =>
  call(opsRiskReviews.approve, { params: refOf(review), body });
export const refuseReview = (review: RiskReview, body: z.input<typeof RefuseReviewForm>) =>
  call(opsRiskReviews.refuse, { params: refOf(review), body });
