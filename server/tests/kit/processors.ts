/** Accounts at payment processors, and what comes of them, for tests of the console. */
import { ProcessorAccountForm, RotateProcessorForm } from '@daftar/contract/ops-processors';
import { validate } from '@daftar/contract/validate';
import { newToken } from '../../src/platform/references.ts';
import { applyNow, newAccount, propose, rotation } from '../../src/processors/manage.ts';
import { type Discrepancy, observedDiscrepancies } from '../../src/processors/observers.ts';
import { simulatePendingRefund } from '../../src/refunds/simulate.ts';
import { anAccount } from './ledger.ts';
import { callerOf } from './money.ts';
import type { Actor, TestServer } from './server.ts';

/** A valid form of an account at Mastercard Gateway that nothing answers. */
export const accountForm = (changed: Record<string, unknown> = {}) => ({
  adapter: 'mpgs',
  mode: 'test',
  scope: 'provider',
  name: 'Bank',
  methods: ['Card'],
  currencies: ['EGP'],
  base_url: 'http://127.0.0.1:59999',
  credentials: { merchantId: 'TESTBANK', apiPassword: 'the api password' },
  notification_secret: 'the notification secret',
  reason: 'We have a contract',
  ...changed,
});

const changeOf = async ({ app }: TestServer, changed: Record<string, unknown>) => {
  const { reason: _, ...account } = accountForm(changed);
  const form = validate(ProcessorAccountForm, account);
  if (!form.ok) throw new Error(JSON.stringify(form.errors));
  return newAccount(app, form.value);
};

/**
 * Adds an account as the command line does, of a merchant of its own unless told: the payments of other tests do not go
 * there. @returns its id
 */
export async function addAccount(daftar: TestServer, changed: Record<string, unknown> = {}): Promise<number> {
  const [merchant] = await daftar.app.db<{ id: number }[]>`
    insert into merchants (business_name, status, email, mobile)
    values ('Nobody', 0, ${`${newToken()}@example.com`}, '01000000000') returning id`;
  const change = await changeOf(daftar, { scope: String(merchant!.id), ...changed });
  return applyNow(daftar.app, { actor: 'ops:test' }, null, change);
}

/** Asks for new secrets of a new account as an operator. @returns the request's id */
export async function proposeRotation(daftar: TestServer, operatorId: number): Promise<number> {
  const accountId = await addAccount(daftar);
  const form = validate(RotateProcessorForm, { notification_secret: 'a new notification secret' });
  if (!form.ok) throw new Error(JSON.stringify(form.errors));
  const by = { email: 'asker@example.com', operatorId, address: '127.0.0.1', reason: 'A new secret' };
  return propose(daftar.app, by, accountId, rotation(form.value));
}

/** The id of an operator. */
export async function operatorIdOf({ app }: TestServer, email: string): Promise<number> {
  const [row] = await app.db<{ id: number }[]>`select id from operators where email = ${email}`;
  return row!.id;
}

/** Stores a notification that could not be processed. @returns its id */
export async function failedNotification(daftar: TestServer, accountId: number): Promise<number> {
  const { app } = daftar;
  const [row] = await app.db<{ id: number }[]>`
    insert into processor_notifications (account_id, state, method, query, headers, body, received_at, error)
    values (${accountId}, 'failed', 'POST', '[["a","1"]]', '{"content-type":"application/json"}', '{"order":{}}',
            ${app.clock.now()}, 'it could not be read') returning id`;
  return row!.id;
}

/** Refunds a payment in the sandbox, and lets nobody know whether it was made. @returns the refund's id */
export async function ambiguousRefund(
  daftar: TestServer,
  actor: Actor,
  paymentId: number,
  mode: 'live' | 'test' = 'live',
): Promise<number> {
  const { app, clock } = daftar;
  const until = new Date(clock.now().getTime() + 86_400_000);
  await simulatePendingRefund(app, callerOf(actor, mode), paymentId, { reason: 'Came broken', until });
  const [row] = await app.db<{ id: number }[]>`
    update refunds set for_operator = 'ambiguous', explanation = 'a cut connection'
     where merchant_id = ${actor.merchantId} and transaction_id = ${paymentId} returning id`;
  return row!.id;
}

/**
 * Rewrites a payment of the sandbox, its capture and the balances of `clearing` as if it had been made at an account, of the
 * merchant's own unless told. @returns the account's id
 */
export async function madeAtAccount(
  daftar: TestServer,
  actor: Pick<Actor, 'merchantId'>,
  paymentId: number,
  { mode = 'live', accountId }: { mode?: 'live' | 'test'; accountId?: number } = {},
): Promise<number> {
  const { merchantId } = actor;
  const id = accountId ?? (await anAccount(daftar.app.db, { mode, merchantId }));
  await daftar.database.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
      update payment_attempts set processor_account_id = ${id}
       where merchant_id = ${merchantId} and transaction_id = ${paymentId}`;
    await tx`
      with t as (
        update ledger_transfers set processor_account_id = ${id}
         where merchant_id = ${merchantId} and idempotency_key = ${`capture:${paymentId}`} returning id),
      moved as (
        select p.amount from ledger_postings p join t on t.id = p.transfer_id
         where p.merchant_id = ${merchantId} and p.account = 'clearing'),
      less as (
        update clearing_balances c set balance = c.balance - m.amount from moved m
         where c.merchant_id = ${merchantId} and c.mode = ${mode} and c.processor_account_id = 0)
      insert into clearing_balances as c (merchant_id, mode, currency, processor_account_id, balance)
      select ${merchantId}, ${mode}, 'EGP', ${id}, amount from moved
      on conflict (merchant_id, mode, currency, processor_account_id) do update set balance = c.balance + excluded.balance`;
  });
  return id;
}

/** Lets a processor say of a payment what only a person can settle. @returns the discrepancy's id; 0: none waits */
export async function discrepancyOf(
  { app }: TestServer,
  actor: Pick<Actor, 'merchantId'>,
  paymentId: number,
  said: Discrepancy = { kind: 'refund', extent: 'part', word: 'PARTIAL_REFUNDED' },
): Promise<number> {
  const { merchantId } = actor;
  const [attempt] = await app.db<{ id: number; accountId: number | null }[]>`
    select id, processor_account_id as "accountId" from payment_attempts
     where merchant_id = ${merchantId} and transaction_id = ${paymentId}`;
  await observedDiscrepancies.tell(app, { merchantId, ...attempt! }, said);
  const [row] = await app.db<{ id: number }[]>`
    select id from discrepancies
     where merchant_id = ${merchantId} and transaction_id = ${paymentId} and ending is null order by id desc limit 1`;
  return row?.id ?? 0;
}
