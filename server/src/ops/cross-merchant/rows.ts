import type { CrossMerchantRow } from './store-common.ts';

/** What every row across merchants says. */
export const commonOf = (row: CrossMerchantRow) => ({
  id: row.id,
  merchant: { id: row.merchantId, name: row.merchantName },
  mode: row.mode,
  created_at: row.createdAt.toISOString(),
});

/** A moment as the API has it. */
export const momentOf = (moment: Date | null) => moment?.toISOString() ?? null;
