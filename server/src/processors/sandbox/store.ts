import type { FailureReason } from '@daftar/contract/checkout';
import type { App } from '../../platform/context.ts';
import { inTransaction, type Sql } from '../../platform/db/connect.ts';
import { deleteBefore } from '../../platform/jobs/batches.ts';
import type { PaymentOrder, PaymentRef, RefundAnswer } from '../gateway.ts';

type OrderRef = Pick<PaymentRef, 'merchantId' | 'externalRef'>;

/** A payment as the sandbox records it. */
export interface SandboxPayment {
  method: number;
  state: 'challenge' | 'otp' | 'awaiting' | 'succeeded' | 'failed' | 'canceled';
  amountPiastres: number;
  reference: string;
  failureReason: FailureReason | null;
  disputes: boolean;
}

type NewPayment = Pick<SandboxPayment, 'state' | 'reference' | 'failureReason' | 'disputes'>;

/** Records a payment once; repeated, returns the recorded one. */
export async function rememberPayment(
  sql: Sql,
  order: PaymentOrder,
  asked: NewPayment,
  now: Date,
): Promise<SandboxPayment> {
  await sql`
    insert into sandbox_payments (merchant_id, order_id, payment_method, state, amount_piastres, reference,
                                  failure_reason, disputes, created_at, updated_at)
    values (${order.merchantId}, ${order.externalRef}, ${order.method}, ${asked.state}, ${order.amountPiastres},
            ${asked.reference}, ${asked.failureReason}, ${asked.disputes}, ${now}, ${now})
    on conflict do nothing`;
  return (await findPayment(sql, order))!;
}

/** Finds the sandbox's payment of an order. */
export async function findPayment(sql: Sql, order: OrderRef): Promise<SandboxPayment | undefined> {
  const [row] = await sql<SandboxPayment[]>`
    select payment_method as method, state, amount_piastres as "amountPiastres", reference,
           failure_reason as "failureReason", disputes
      from sandbox_payments where merchant_id = ${order.merchantId} and order_id = ${order.externalRef}`;
  return row;
}

/** Ends an open payment; one that has ended does not change. */
export async function endPayment(
  sql: Sql,
  order: OrderRef,
  state: 'succeeded' | 'failed',
  failureReason: FailureReason | null,
  now: Date,
): Promise<void> {
  await sql`
    update sandbox_payments set state = ${state}, failure_reason = ${failureReason}, updated_at = ${now}
     where merchant_id = ${order.merchantId} and order_id = ${order.externalRef}
       and state in ('challenge', 'otp', 'awaiting')`;
}

/** Refunds a payment once per key; repeated, returns `refunded` again. */
export async function refundPayment(
  sql: Sql,
  order: OrderRef & { refundKey: string; refundPiastres: number },
  now: Date,
): Promise<RefundAnswer['state']> {
  return inTransaction(sql, async (tx) => {
    const [payment] = await tx<{ left: number; refuses: boolean; held: boolean }[]>`
      select amount_piastres - refunded_piastres as left, refunds_to_refuse > 0 as refuses,
             coalesce(refunds_held_until > ${now}, false) as held
        from sandbox_payments
       where merchant_id = ${order.merchantId} and order_id = ${order.externalRef} and state = 'succeeded'
         for update`;
    if (!payment) return 'failed';
    const [before] = await tx`
      select from sandbox_refunds
       where merchant_id = ${order.merchantId} and order_id = ${order.externalRef} and refund_key = ${order.refundKey}`;
    if (before) return 'refunded';
    if (payment.held) return 'pending';
    if (payment.refuses) {
      await tx`
        update sandbox_payments set refunds_to_refuse = refunds_to_refuse - 1, updated_at = ${now}
         where merchant_id = ${order.merchantId} and order_id = ${order.externalRef}`;
      return 'failed';
    }
    if (payment.left < order.refundPiastres) return 'failed';
    await tx`
      insert into sandbox_refunds (merchant_id, order_id, refund_key, amount_piastres, created_at)
      values (${order.merchantId}, ${order.externalRef}, ${order.refundKey}, ${order.refundPiastres}, ${now})`;
    await tx`
      update sandbox_payments set refunded_piastres = refunded_piastres + ${order.refundPiastres}, updated_at = ${now}
       where merchant_id = ${order.merchantId} and order_id = ${order.externalRef}`;
    return 'refunded';
  });
}

/** Keeps the refunds of a payment pending until a moment. */
export async function holdRefunds(sql: Sql, order: OrderRef, until: Date): Promise<void> {
  await sql`
    update sandbox_payments set refunds_held_until = ${until}
     where merchant_id = ${order.merchantId} and order_id = ${order.externalRef}`;
}

/** Makes the next refund of a payment fail. */
export async function refuseNextRefund(sql: Sql, order: OrderRef): Promise<void> {
  await sql`
    update sandbox_payments set refunds_to_refuse = refunds_to_refuse + 1
     where merchant_id = ${order.merchantId} and order_id = ${order.externalRef}`;
}

/**
 * Deletes payments and refunds after the sandbox's retention period. Later questions about them are answered as by any
 * processor that has forgotten them: there is no such payment.
 */
export async function purgeSandbox(app: App): Promise<void> {
  const before = new Date(app.clock.now().getTime() - app.config.testDays * 86_400_000);
  await deleteBefore(
    app,
    { table: 'sandbox_payments', key: ['merchant_id', 'order_id'], moment: 'created_at' },
    before,
  );
}
