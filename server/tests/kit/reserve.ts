/** Test helpers for the rolling reserve. */

import { transaction } from '../../src/platform/db/transaction.ts';
import { setTerms } from '../../src/reserve/writes.ts';
import type { TestServer } from './server.ts';

/** Agrees a share of a merchant's settlements, in basis points, for so many days. */
export const agreeReserve = (
  { app }: TestServer,
  { merchantId }: { merchantId: number },
  shareBps: number,
  days = 30,
): Promise<void> =>
  transaction(app.db, (tx) => setTerms(app, tx, merchantId, { shareBps, days }, 'ops:test'));
