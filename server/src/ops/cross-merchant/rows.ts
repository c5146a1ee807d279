import type { CrossMerchantRow } from './store-common.ts';

/** Returns the fields that every row across merchants has. */
export const commonOf = (row: CrossMerchantRow) => ({
  id: row.id,
  merchant: { id: row.merchantId, name: row.merchantName },
  mode: row.mode,
  created_at: row.createdAt.toISOString(),
});

/** Returns a time as the API shows it. */
export const momentOf = (moment: Date | null) => moment?.toISOString() ?? null;
