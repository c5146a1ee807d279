import type { opsRisk } from '@daftar/contract/ops-risk';
import type { opsRiskEntries } from '@daftar/contract/ops-risk-entries';
import type { opsRiskReviews } from '@daftar/contract/ops-risk-reviews';
import { definePath, type ListSearchParams } from '../../ui/define-path.ts';

export const riskRulesPath = definePath<ListSearchParams<typeof opsRisk.rules>>('/risk/rules');

/** The path of a rule. */
export const riskRulePath = (id: number | '$id') => definePath(`${riskRulesPath}/${id}`);

/** Who is blocked and trusted. */
export const riskListsPath = definePath<ListSearchParams<typeof opsRiskEntries.list>>('/risk/lists');

/** Payments that wait for a decision. */
export const riskReviewsPath = definePath<ListSearchParams<typeof opsRiskReviews.list>>('/risk/reviews');
