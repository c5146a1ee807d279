import { readOutbox } from '../src/messages/outbox.ts';
import { DELIVERY_JOB } from '../src/messages/send.ts';
import type { App, Scope } from '../src/platform/context.ts';
import type { Db } from '../src/platform/db/connect.ts';

/** Finds the demo's merchant and owner, and whether its history is complete. */
export async function findDemo(db: Db, email: string) {
  const [row] = await db<{ merchantId: number; userId: number; ready: boolean }[]>`
    select u.merchant_id as "merchantId", u.id as "userId",
           exists (select 1 from audit_log a where a.merchant_id = u.merchant_id and a.action = 'demo.ready') as ready
      from people p join users u on u.person_id = p.id where p.email = ${email}`;
  return row ?? null;
}

/** Marks the demo as complete. */
export async function writeReady(db: Db, merchantId: number, now: Date): Promise<void> {
  await db`
    insert into audit_log (merchant_id, at, actor, action, subject)
    values (${merchantId}, ${now}, 'demo', 'demo.ready', ${`merchant:${merchantId}`})`;
}

/** Returns the token of the mailed create-password link. */
export async function takePasswordToken(app: App, email: string): Promise<string> {
  const [mail] = await readOutbox(app, { to: email, limit: 1 });
  return new URL(mail?.links[0] ?? 'http://localhost/?token=').searchParams.get('token') ?? '';
}

/** Removes the waiting `payment-captured` jobs from the queue, oldest payment first; nothing else runs meanwhile. */
export async function takePaymentJobs(
  db: Db,
): Promise<{ payload: { merchantId: number; transactionId: number }; paidAt: Date }[]> {
  const jobs = await db<
    { id: number; payload: { merchantId: number; transactionId: number }; paidAt: Date }[]
  >`
    select j.id, p.payload, t.paid_at as "paidAt"
    from graphile_worker.jobs j join graphile_worker._private_jobs p on p.id = j.id
    join transactions t
      on (t.merchant_id, t.id) = ((p.payload->>'merchantId')::bigint, (p.payload->>'transactionId')::bigint)
    where j.task_identifier = 'payment-captured' order by t.paid_at, t.id`;
  await db`select graphile_worker.complete_jobs(${jobs.map(({ id }) => id)}::bigint[])`;
  return jobs;
}

/** Deletes messages of the past, with their deliveries, which would only fill the outbox. */
export async function forgetDemoMessages(db: Db, merchantId: number): Promise<void> {
  await db`delete from messages where merchant_id = ${merchantId}`;
  await db`
    select graphile_worker.complete_jobs(array(
      select j.id from graphile_worker.jobs j where j.task_identifier in (${DELIVERY_JOB}, 'email-notification', 'email-waiting-ticket'))::bigint[])`;
}

/** Lists the newest payments that can be refunded without a code, or disputed. */
export async function listRefundable(db: Db, scope: Scope) {
  return db<{ id: number; reference: string; method: number; brand: string | null; valuePiastres: number }[]>`
    select id, reference, payment_method as method, value_piastres as "valuePiastres",
           (select a.card_brand from payment_attempts a
             where a.merchant_id = t.merchant_id and a.transaction_id = t.id limit 1) as brand
    from transactions t
    where merchant_id = ${scope.merchantId} and mode = ${scope.mode} and status = 1 and not is_payout
      and payment_method <> 2 and refunded_piastres = 0 and disputed_piastres = 0
    order by created_at desc, id desc limit 40`;
}

/** Finds an operator's id by their address. */
export async function findOperatorId(db: Db, email: string): Promise<number> {
  const [row] = await db<{ id: number }[]>`select id from operators where email = ${email}`;
  return row!.id;
}

/** Deletes notifications of the past. */
export async function forgetOldNews(db: Db, merchantId: number, before: Date): Promise<void> {
  await db`delete from notifications where merchant_id = ${merchantId} and created_at < ${before}`;
}

/** Finds a user of the demo by their address. */
export async function findUser(db: Db, merchantId: number, email: string) {
  const [row] = await db<{ userId: number; email: string }[]>`
    select id as "userId", email from users where merchant_id = ${merchantId} and email = ${email}`;
  return row;
}

/** Updates the planner's statistics: with those of empty tables it reads whole tables, until autovacuum comes by. */
export async function analyzeTables(db: Db): Promise<void> {
  await db`analyze`;
}
