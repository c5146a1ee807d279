import type { Caller } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';

type Person = Pick<Caller, 'merchantId' | 'userId'>;

interface PolicyRow {
  requiredSince: Date | null;
  /** The caller uses two-step sign-in. */
  own: boolean;
  /** Active people without it. */
  without: number;
}

/** Reads the merchant's policy, and counts the people without a second step. */
export async function findPolicy(db: Db, caller: Person): Promise<PolicyRow> {
  const [row] = await db<PolicyRow[]>`
    select m.two_step_required_at as "requiredSince",
           coalesce(bool_or(u.id = ${caller.userId} and p.two_step_at is not null), false) as own,
           count(u.id) filter (where p.two_step_at is null)::int as without
      from merchants m
      left join (users u join people p on p.id = u.person_id) on u.merchant_id = ${caller.merchantId} and u.is_active
     where m.id = ${caller.merchantId} group by m.id`;
  return row!;
}

/** Reads and locks the policy and the caller's own second step. */
export async function lockPolicy(tx: Tx, caller: Person): Promise<Pick<PolicyRow, 'requiredSince' | 'own'>> {
  const [policy] = await tx<Pick<PolicyRow, 'requiredSince'>[]>`
    select two_step_required_at as "requiredSince" from merchants
     where id = ${caller.merchantId} for no key update`;
  const [user] = await tx<Pick<PolicyRow, 'own'>[]>`
    select p.two_step_at is not null as own from users u join people p on p.id = u.person_id
     where u.merchant_id = ${caller.merchantId} and u.id = ${caller.userId} for share of p`;
  return { ...policy!, ...user! };
}
