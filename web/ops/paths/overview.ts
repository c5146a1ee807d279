import type { CallInput } from '@daftar/contract/endpoint';
import type { opsOverview } from '@daftar/contract/ops-overview';
import { definePath } from '../../ui/define-path.ts';

/** Which payments; without days, those of the last 30 days. */
export type OverviewSearch = Partial<NonNullable<CallInput<typeof opsOverview.figures>['query']>>;

export const overviewPath = definePath<OverviewSearch>('/overview');
