import { newestVersion } from '../account/versions.ts';
import type { Db, Tx } from '../platform/db/connect.ts';

/** A settlement or payout to be transferred, with its destination account. */
export interface Candidate {
  merchantId: number;
  /** The id of either the settlement or the payout; the other is null. */
  settlementId: number | null;
  payoutId: number | null;
  amountPiastres: number;
  bankAccountId: number | null;
  bankAccountVersion: number | null;
  accountName: string;
  iban: string;
  accountNumber: string;
  mayBeSent: boolean;
  createdAt: Date;
}

const accountOfCandidate = (db: Db) => db`
  v.bank_account_id as "bankAccountId", v.version as "bankAccountVersion", coalesce(v.account_name, '') as "accountName",
  coalesce(v.iban, '') as iban, coalesce(v.account_number, '') as "accountNumber"`;

const CAME_BACK = `exists (
  select from bank_transfers t
   where t.merchant_id = s.merchant_id and t.settlement_id = s.id and t.state in ('rejected', 'returned'))`;

/**
 * The settlements that are due for transfer and in no file, with their merchant and account. A settlement that a bank
 * refused or sent back goes to the merchant's current receiving account, if that may be used; the others go to the
 * account for which they were made, with its latest holder and bank.
 */
export const settlementsDue = (now: Date) => `
  settlements s
  join merchants m on m.id = s.merchant_id
  left join bank_accounts b
    on b.merchant_id = s.merchant_id and b.receives_settlements
   and (b.rests_until is null or b.rests_until <= '${now.toISOString()}'::timestamptz)
  left join bank_account_versions v on v.merchant_id = s.merchant_id
   and v.bank_account_id = case when ${CAME_BACK} then b.id else s.bank_account_id end
   and v.version = case when ${CAME_BACK} then b.version else ${newestVersion('s.merchant_id', 's.bank_account_id', 's.bank_account_version')} end
 where s.mode = 'live' and not s.is_paid and s.bank_piastres > 0
   and not exists (select from bank_transfers t
                    where t.merchant_id = s.merchant_id and t.settlement_id = s.id
                      and t.state in ('listed', 'sent', 'paid'))`;

/**
 * The payouts to bank accounts that are due for transfer and in no file, each with the current details of its
 * account.
 */
export const PAYOUTS_DUE = `
  payouts p
  join merchants m on m.id = p.merchant_id
  join bank_account_versions v on v.merchant_id = p.merchant_id and v.bank_account_id = p.bank_account_id
   and v.version = ${newestVersion('p.merchant_id', 'p.bank_account_id', 'p.bank_account_version')}
 where p.mode = 'live' and p.state = 'requested' and p.bank_account_id is not null
   and not exists (select from bank_transfers t
                    where t.merchant_id = p.merchant_id and t.payout_id = p.id and t.state in ('listed', 'sent', 'paid'))`;

/** Lists due settlements, oldest first. */
function listSettlements(db: Db, limit: number, now: Date, forFile: boolean): Promise<Candidate[]> {
  return db<Candidate[]>`
    select s.merchant_id as "merchantId", s.id as "settlementId", null::bigint as "payoutId",
           s.bank_piastres as "amountPiastres", ${accountOfCandidate(db)},
           merchant_settles(m.status, m.settlement_held_at, s.mode) as "mayBeSent", s.created_at as "createdAt"
      from ${db.unsafe(settlementsDue(now))}
       -- What is stopped must not keep the others out of a file.
       and ${forFile ? db`v.bank_account_id is not null and merchant_settles(m.status, m.settlement_held_at, s.mode)` : db`true`}
     order by s.created_at, s.id limit ${limit}`;
}

/** Lists due payouts, oldest first. */
function listPayouts(db: Db, limit: number, forFile: boolean): Promise<Candidate[]> {
  return db<Candidate[]>`
    select p.merchant_id as "merchantId", null::bigint as "settlementId", p.id as "payoutId",
           p.amount_piastres as "amountPiastres", ${accountOfCandidate(db)},
           merchant_settles(m.status, m.settlement_held_at, p.mode) as "mayBeSent", p.created_at as "createdAt"
      from ${db.unsafe(PAYOUTS_DUE)}
       and ${forFile ? db`merchant_settles(m.status, m.settlement_held_at, p.mode)` : db`true`}
     order by p.created_at, p.id limit ${limit}`;
}

/** Lists due settlements and payouts that are in no file, oldest first. @param forFile only those that may be sent */
export async function listCandidates(
  db: Db,
  limit: number,
  now: Date,
  forFile: boolean,
): Promise<Candidate[]> {
  const settlements = await listSettlements(db, limit, now, forFile);
  const payouts = await listPayouts(db, limit, forFile);
  return [...settlements, ...payouts]
    .toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
    .slice(0, limit);
}

/**
 * Locks the settlements and payouts that may be sent, oldest first and one merchant at a time, so that none ends
 * meanwhile.
 */
export async function lockCandidates(tx: Tx, limit: number, now: Date): Promise<Candidate[]> {
  const candidates = await listCandidates(tx, limit, now, true);
  const waiting = new Set<string>();
  for (const merchantId of [...new Set(candidates.map((each) => each.merchantId))].sort((a, b) => a - b)) {
    const theirs = candidates.filter((each) => each.merchantId === merchantId);
    const ids = (name: 'settlementId' | 'payoutId') => theirs.flatMap((each) => each[name] ?? []);
    for (const { id } of await tx<{ id: number }[]>`
      select id from settlements where merchant_id = ${merchantId} and id = any (${ids('settlementId')}::bigint[])
         and not is_paid order by id for no key update`)
      waiting.add(`settlement ${id}`);
    for (const { id } of await tx<{ id: number }[]>`
      select id from payouts where merchant_id = ${merchantId} and id = any (${ids('payoutId')}::bigint[])
         and state = 'requested' order by id for no key update`)
      waiting.add(`payout ${id}`);
  }
  return candidates.filter(({ settlementId, payoutId }) =>
    waiting.has(settlementId ? `settlement ${settlementId}` : `payout ${payoutId}`),
  );
}

/**
 * Serialises the creation of files. Only a statement that starts after this lock sees which transfers another file
 * took.
 */
export async function takeTurn(tx: Tx): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtext('bank_transfer_batches'))`;
}
