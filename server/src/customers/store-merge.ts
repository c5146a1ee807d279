import type { CustomerFormValues } from '@daftar/contract/customers';
import { lockOwn } from '../integration-fields/fields.ts';
import type { Caller, Scope } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { inScope } from '../platform/lists/conditions.ts';
import { STATE, writeOwn } from './store.ts';

/** Finds the customer into which another was merged. */
export async function findSurvivor(tx: Tx, scope: Scope, id: number): Promise<number | null> {
  const [row] = await tx<{ id: number }[]>`
    select m.into_id as id from customer_merges m
     where m.merchant_id = ${scope.merchantId} and m.mode = ${scope.mode} and m.customer_id = ${id}`;
  return row?.id ?? null;
}

/** Counts the customers that were merged into some others. */
export async function countMerged(tx: Tx, { merchantId }: Scope, ids: readonly number[]): Promise<number> {
  const [row] = await tx<{ n: number }[]>`
    select count(*)::int as n from customer_merges m
     where m.merchant_id = ${merchantId} and m.into_id = any(${[...ids]}::bigint[])`;
  return row!.n;
}

/**
 * Merges one locked customer into another: it gives up its unique fields, and its activity is found under the other's
 * id. Rows that refer to it do not change, so that no payment has to wait for this (ADR 21).
 */
export async function mergeInto(
  tx: Tx,
  caller: Caller,
  { id, otherId }: { id: number; otherId: number },
  {
    kept,
    former,
  }: { kept: CustomerFormValues & { tags: readonly string[] }; former: { email: string; mobile: string } },
  now: Date,
): Promise<void> {
  const own = (await lockOwn(tx, 'customers', caller, id))!;
  const given = (await lockOwn(tx, 'customers', caller, otherId))!;
  await tx`
    update customers t set state = ${STATE.merged}, email = 'merged:' || t.id, mobile = 'merged:' || t.id, national_id = '',
           tags = '{}', merchant_reference = null, updated_at = ${now}
     where ${inScope(tx, caller)} and t.id = ${otherId}`;
  await tx`
    update customers t set name = ${kept.name}, email = ${kept.email}, mobile = ${kept.mobile},
           national_id = ${kept.nationalId}, description = ${kept.description}, tags = ${[...kept.tags]}::text[],
           updated_at = ${now},
           -- What the other did before is still to be looked for: with the contacts that are given up here.
           linked_at = case when exists (
               select from customers o
                where o.merchant_id = t.merchant_id and o.id = ${otherId} and o.linked_at is not null) then t.linked_at end
     where ${inScope(tx, caller)} and t.id = ${id}`;
  // The merchant's own software finds the remaining customer by the only reference left.
  const isNamed = own.merchantReference !== null;
  const kinds = Object.keys(own.metadata).length > 0;
  const left = { ...(isNamed ? own : given), metadata: kinds ? own.metadata : given.metadata };
  await writeOwn(tx, caller, id, left, now);
  await tx`
    update customer_merges set into_id = ${id} where merchant_id = ${caller.merchantId} and into_id = ${otherId}`;
  await tx`
    insert into customer_merges (merchant_id, mode, customer_id, into_id, former_email, former_mobile, merged_by, merged_at)
    values (${caller.merchantId}, ${caller.mode}, ${otherId}, ${id}, ${former.email}, ${former.mobile}, ${caller.userId},
            ${now})`;
}
