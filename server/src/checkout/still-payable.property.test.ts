/**
 * Whether a failed attempt may still be paid is decided in TypeScript for pages, and in SQL for the books; both must
 * agree.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { takenBack } from '../../tests/kit/changes.ts';
import { startTestCheckout, type TestCheckout } from '../../tests/kit/checkout.ts';
import { mayStillBePaid, type StoredState } from './rules.ts';

const NOW = new Date('2026-06-15T09:30:00Z');
const HOUR = 3_600_000;

let checkout: TestCheckout;
let merchant: number;
let attempt: { id: number; transactionId: number };
beforeAll(async () => {
  checkout = await startTestCheckout();
  merchant = await checkout.merchant();
  const link = await checkout.link(merchant, { maxPaymentCount: 3 });
  await checkout.post(`/pay/${link.token}`, { method: '4' });
  const [row] = await checkout.sql<(typeof attempt)[]>`
    select id, transaction_id as "transactionId" from payment_attempts where merchant_id = ${merchant}`;
  attempt = row!;
});
afterAll(() => checkout.close());

const moment = fc
  .oneof(fc.constantFrom(-1, 0, 1), fc.integer({ min: -HOUR, max: HOUR }))
  .map((milliseconds) => new Date(NOW.getTime() + milliseconds));
const ended = fc.record({
  state: fc.constantFrom<StoredState>('failed', 'canceled', 'expired'),
  nextAskAt: fc.option(moment),
  expiresAt: moment,
});
const STATUS = { failed: 2, canceled: 4, expired: 5 } as const;

test('money for an ended attempt is flagged late exactly if the attempt could not be paid any more', async () => {
  const seen = { late: 0, inTime: 0 };
  await fc.assert(
    fc.asyncProperty(ended, async (is) => {
      await takenBack(checkout.sql, async (tx) => {
        await tx`
          update payment_attempts set state = ${is.state}, holds_place = false, next_ask_at = ${is.nextAskAt},
                 expires_at = ${is.expiresAt}, answered_at = ${is.expiresAt}
           where merchant_id = ${merchant} and id = ${attempt.id}`;
        await tx`
          update transactions set status = ${STATUS[is.state as keyof typeof STATUS]}
           where merchant_id = ${merchant} and id = ${attempt.transactionId}`;
        await tx`select attempt_outcome(${merchant}, ${attempt.id}, 'succeeded', ${NOW}, '2026-06-17')`;
        const [row] = await tx<{ flags: string[] }[]>`
          select flags from transactions where merchant_id = ${merchant} and id = ${attempt.transactionId}`;
        const isInTime = mayStillBePaid(is, NOW);
        expect(row!.flags.includes('late')).toBe(!isInTime);
        seen[isInTime ? 'inTime' : 'late'] += 1;
      });
    }),
  );
  expect(Math.min(seen.late, seen.inTime)).toBeGreaterThan(5);
});

test('a failed payment does not become a successful one without the flag after its time, whoever writes it', async () => {
  await takenBack(checkout.sql, async (tx) => {
    await tx`
      update payment_attempts set state = 'failed', holds_place = false, expires_at = ${NOW}
       where merchant_id = ${merchant} and id = ${attempt.id}`;
    await tx`update transactions set status = 2 where merchant_id = ${merchant} and id = ${attempt.transactionId}`;
    await tx`
      update payment_attempts set state = 'succeeded', paid_at = ${NOW}
       where merchant_id = ${merchant} and id = ${attempt.id}`;
    const moved = tx.savepoint(
      (inside) => inside`
        update transactions set status = 1 where merchant_id = ${merchant} and id = ${attempt.transactionId}`,
    );
    await expect(moved).rejects.toMatchObject({ constraint_name: 'transactions_legal_transition' });
  });
});
