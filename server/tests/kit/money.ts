import type { PaymentMethodId } from '@daftar/contract/lookups';
import { payForDemo } from '../../src/checkout/seed.ts';
import { checkLedger, type Difference } from '../../src/ledger/check.ts';
import { moneyChecks } from '../../src/money-checks.ts';
import type { Caller, Mode } from '../../src/platform/context.ts';
import { newReference } from '../../src/platform/references.ts';
import { FakeClock } from '../../src/platform/time/clock.ts';
import type { RefundReport } from '../../src/processors/gateway.ts';
import { observedRefunds } from '../../src/processors/observers.ts';
import type { Actor, Answer, TestServer } from './server.ts';

export const PAYER_MOBILE = '01112345678';
export const DISPUTED_CARD = '4000000000000259';

/** A transaction made by {@link pay}. */
export interface Paid {
  id: number;
  reference: string;
}

/** Returns an actor as the caller of a service. */
export function callerOf(actor: Actor, mode: Mode = 'live'): Caller {
  return { ...actor, mode, locale: 'en', permissions: new Set(), merchantStatus: 3, address: '127.0.0.1' };
}

/** Creates a payment link and pays it as a payer, through its page and the processor. */
export async function pay(
  daftar: TestServer,
  actor: Actor,
  payment: {
    pounds?: number;
    method?: PaymentMethodId;
    mode?: Mode;
    card?: string;
    fromTill?: boolean;
  } = {},
): Promise<Paid> {
  const { pounds = 100, method = 1, mode = 'live', card = '4242424242424242' } = payment;
  const now = daftar.clock.now();
  const form = {
    invoice_name: 'Rent',
    currency_id: 1,
    amount: pounds,
    due_date: new Date(now.getTime() + 86_400_000).toISOString(),
    language: 2,
    from_till: payment.fromTill ?? false,
  };
  const path = '/merchant/payment_links/create';
  const made = await daftar.call({ method: 'POST', path, mode, as: actor, body: form });
  const clock = new FakeClock(now);
  await payForDemo({ ...daftar.app, clock }, clock, String(made.body.data.link).split('/').at(-1) ?? '', {
    method,
    ending: 'pays',
    payer: { name: 'سارة أحمد', email: 'sara@example.com', mobile: PAYER_MOBILE, address: 'Cairo' },
    cardNumber: card,
    waitMinutes: 1,
  });
  const [row] = await daftar.database.sql<Paid[]>`
    select id, reference from transactions
    where merchant_id = ${actor.merchantId} and mode = ${mode} order by id desc limit 1`;
  return row!;
}

/** Settles everything that a merchant has captured, even if not yet due. */
export async function settleAll(daftar: TestServer, actor: Actor, mode: Mode = 'live'): Promise<void> {
  const reference = newReference('STL');
  await daftar.database.sql`
    select settle_due(${actor.merchantId}, ${mode}, '9999-12-31', ${reference}, ${daftar.clock.now()})`;
}

/** Adds a receiving bank account to a merchant. @returns its id. */
export async function receivingAccount(
  daftar: TestServer,
  actor: Pick<Actor, 'merchantId'>,
  account: { bank?: string; iban?: string } = {},
): Promise<number> {
  const { bank = 'CIB', iban = 'EG380019000500000000263180002' } = account;
  const now = daftar.clock.now();
  const [row] = await daftar.database.sql<{ id: number }[]>`
    insert into bank_accounts (merchant_id, account_name, account_number, bank_name, bank_branch, iban,
                               receives_settlements, created_at, updated_at)
    values (${actor.merchantId}, 'Nour Trading', '1234567', ${bank}, 'Maadi', ${iban}, true, ${now}, ${now})
    returning id`;
  return row!.id;
}

/** Returns what `ledger:check` reports. */
export function differences(daftar: TestServer): Promise<Difference[]> {
  return checkLedger(daftar.app.pool, { extraChecks: moneyChecks });
}

/** Returns a transaction's status and amounts (piastres) as stored. */
export async function rowOf(daftar: TestServer, id: number) {
  const [row] = await daftar.database.sql<
    { status: number; refunded: number; refunding: number; disputed: number; settlementStatus: number }[]
  >`
    select status, refunded_piastres as refunded, refunding_piastres as refunding, disputed_piastres as disputed,
           settlement_status as "settlementStatus" from transactions where id = ${id}`;
  return row!;
}

/** Returns a merchant's balances in piastres, by ledger account. */
export async function balances(daftar: TestServer, actor: Actor, mode: Mode = 'live') {
  const rows = await daftar.database.sql<{ kind: string; balance: number }[]>`
    select kind, balance from ledger_accounts where merchant_id = ${actor.merchantId} and mode = ${mode}`;
  return Object.fromEntries(rows.map(({ kind, balance }) => [kind, balance])) as Record<string, number>;
}

/** Refunds an amount by `POST /merchant/transactions/{id}/refunds`. */
export function refund(
  daftar: TestServer,
  actor: Actor,
  id: number,
  body: Record<string, unknown>,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const path = `/merchant/transactions/${id}/refunds`;
  return daftar.call({ method: 'POST', path, mode: 'live', as: actor, body, headers });
}

/**
 * Turns on approvals for every amount, so that each refund and payout needs a second person.
 * @returns the owner, named Ali, and the new colleagues Basma and Dina, who may request and approve both
 */
export async function peopleWhoDecide(
  daftar: TestServer,
  owner: Actor,
): Promise<readonly [Actor, Actor, Actor]> {
  const colleague = () => daftar.colleague(owner, ['payout-request-transactions', 'transaction-refund']);
  const people = [owner, await colleague(), await colleague()] as const;
  for (const [n, name] of ['Ali', 'Basma', 'Dina'].entries())
    await daftar.database.sql`
      update users set first_name = ${name}, last_name = 'S' where id = ${people[n]!.userId}`;
  const rule = { enabled: true, refund_above: 0 };
  const path = '/merchant/approvals/settings';
  const set = await daftar.call({ method: 'POST', path, mode: 'live', as: owner, body: rule });
  if (set.status !== 200) throw new Error(set.raw);
  return people;
}

/** Lets the processor report what became of a refund, in the order and as often as a test likes. */
export async function reportRefund(
  daftar: TestServer,
  id: number,
  state: RefundReport['state'],
  word?: string,
): Promise<void> {
  const [row] = await daftar.database.sql<
    { merchantId: number; id: number; accountId: number | null; refundKey: string; amountPiastres: number }[]
  >`
    select r.merchant_id as "merchantId", a.id, r.processor_account_id as "accountId", r.refund_key as "refundKey",
           r.amount_piastres as "amountPiastres"
      from refunds r join payment_attempts a on a.merchant_id = r.merchant_id and a.transaction_id = r.transaction_id
     where r.id = ${id}`;
  const { refundKey, amountPiastres, ...payment } = row!;
  await observedRefunds.tell(daftar.app, payment, {
    id: `at-processor-${id}`,
    refundKey,
    amountPiastres,
    state,
    ...(word === undefined ? {} : { word }),
  });
}
