/** Test helpers for the rolling reserve. */
import type { TestServer } from '../../tests/kit/server.ts';
import { transaction } from '../platform/db/transaction.ts';
import { setTerms } from './writes.ts';

/** Agrees a share of a merchant's settlements, in basis points, for so many days. */
export const agreeReserve = (
  { app }: TestServer,
  { merchantId }: { merchantId: number },
  shareBps: number,
  days = 30,
): Promise<void> =>
  transaction(app.db, (tx) => setTerms(app, tx, merchantId, { shareBps, days }, 'ops:test'));
