import type { RiskOutcome } from '@daftar/contract/ops-risk';
import type { Db, Tx } from '../platform/db/connect.ts';
import type { Facts } from './facts.ts';

type AttemptRef = { merchantId: number; id: number };

/** Stores the facts of an attempt and applies the rules (`risk_judge`). */
export async function assess(
  tx: Tx,
  ref: AttemptRef,
  facts: Facts,
  canChallenge: boolean,
): Promise<RiskOutcome | 'trusted'> {
  const [row] = await tx<{ verdict: RiskOutcome | 'trusted' }[]>`
    select risk_judge(${ref.merchantId}, ${ref.id}, ${facts.mobileKey}, ${facts.mobileShown}, ${facts.addressKey},
                      ${facts.networkKey}, ${facts.addressShown}, ${facts.addressKind}, ${facts.country}, ${facts.bin},
                      ${facts.cardKey}, ${canChallenge}) as verdict`;
  return row!.verdict;
}

/** Adds facts about the card. @returns whether the payment is reviewed because of it */
export async function cardKnown(
  db: Db,
  ref: AttemptRef,
  { bin, cardKey, country }: Pick<Facts, 'bin' | 'cardKey' | 'country'>,
): Promise<boolean> {
  const [row] = await db<{ reviewed: boolean }[]>`
    select risk_card_known(${ref.merchantId}, ${ref.id}, ${bin}, ${cardKey}, ${country}) as reviewed`;
  return row!.reviewed;
}

/** Puts further money for an attempt under review as well. */
export async function copyReview(tx: Tx, ref: AttemptRef, copyId: number): Promise<void> {
  await tx`
    insert into risk_reviews (merchant_id, transaction_id, attempt_id, mode, created_at)
    select r.merchant_id, c.transaction_id, c.id, r.mode, c.created_at
      from risk_reviews r
      join payment_attempts a on a.merchant_id = r.merchant_id and a.transaction_id = r.transaction_id
      join payment_attempts c on c.merchant_id = r.merchant_id and c.id = ${copyId}
     where r.merchant_id = ${ref.merchantId} and a.id = ${ref.id} and r.state in ('unpaid', 'waiting', 'refused')
    on conflict do nothing`;
}

/** The facts of a payment. */
export interface FactsRow {
  outcome: RiskOutcome | 'trusted';
  mobileKey: Buffer | null;
  mobileShown: string | null;
  addressKey: Buffer | null;
  networkKey: Buffer | null;
  addressShown: string | null;
  addressKind: 'ipv4' | 'ipv6' | null;
  country: string | null;
  bin: string | null;
  cardKey: Buffer | null;
  last4: string | null;
  sameMobile: number;
  sameAddress: number;
}

/** Finds the facts of the first attempt of a transaction. */
export async function findFacts(
  db: Db,
  merchantId: number,
  transactionId: number,
): Promise<FactsRow | undefined> {
  const [row] = await db<(Omit<FactsRow, 'sameMobile' | 'sameAddress'> & { attemptId: number })[]>`
    select f.outcome, f.mobile_key as "mobileKey", f.mobile_shown as "mobileShown", f.address_key as "addressKey",
           f.network_key as "networkKey", f.address_shown as "addressShown", f.address_kind as "addressKind", f.country,
           f.bin, f.card_key as "cardKey", a.card_last4 as last4,
           f.attempt_id as "attemptId"
      from payment_attempts a
      join risk_facts f on f.merchant_id = a.merchant_id and f.attempt_id = coalesce(a.duplicate_of, a.id)
     where a.merchant_id = ${merchantId} and a.transaction_id = ${transactionId}
     order by a.id limit 1`;
  if (!row) return undefined;
  const { attemptId, ...facts } = row;
  const [same] = await db<Pick<FactsRow, 'sameMobile' | 'sameAddress'>[]>`
    select same_mobile as "sameMobile", same_address as "sameAddress" from risk_same(${merchantId}, ${attemptId})`;
  return { ...facts, ...same! };
}

/** Lists the rules that a transaction's attempt matched. */
export function listMatches(db: Db, merchantId: number, transactionId: number) {
  return db<{ ruleId: number; name: string; outcome: RiskOutcome }[]>`
    select m.rule_id as "ruleId", r.name, m.outcome
      from payment_attempts a
      join risk_matches m on m.merchant_id = a.merchant_id and m.attempt_id = coalesce(a.duplicate_of, a.id)
      join risk_rules r on r.id = m.rule_id
     where a.merchant_id = ${merchantId} and a.transaction_id = ${transactionId}
     order by m.rule_id`;
}

/** Returns whether a merchant has a payment with this id, in any mode. */
export async function paymentExists(db: Db, merchantId: number, transactionId: number): Promise<boolean> {
  const rows = await db`
    select from transactions where merchant_id = ${merchantId} and id = ${transactionId} and not is_payout`;
  return rows.length > 0;
}
