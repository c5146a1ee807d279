/** People's groups according to the company's directory (`scim`). */
import type { Db } from '../platform/db/connect.ts';

type Merchant = { merchantId: number };

/** Finds the starting role of people; null without a token. */
export async function findStartingRole(db: Db, { merchantId }: Merchant): Promise<number | null> {
  const [row] = await db<{ id: number }[]>`
    select starting_role_id as id from scim_settings where merchant_id = ${merchantId}`;
  return row?.id ?? null;
}

/** Lists the names of a person's groups, and the directory's ids of these groups. */
export async function listGroupNames(
  db: Db,
  { merchantId, userId }: { merchantId: number; userId: number },
): Promise<string[]> {
  const rows = await db<{ name: string }[]>`
    select unnest(array_remove(array[g.name, g.directory_id], null)) as name
      from scim_members m join scim_groups g on g.merchant_id = m.merchant_id and g.id = m.group_id
     where m.merchant_id = ${merchantId} and m.user_id = ${userId}`;
  return rows.map(({ name }) => name);
}

/**
 * Lists people with their role, and the names and directory ids of their groups; of some people, or of everybody who
 * is in a group.
 */
export function listGroupNamesOf(
  db: Db,
  { merchantId }: Merchant,
  userIds: readonly number[] | null,
): Promise<{ userId: number; roleId: number; names: string[] }[]> {
  return db<{ userId: number; roleId: number; names: string[] }[]>`
    select u.id as "userId", u.role_id as "roleId",
           coalesce(array_agg(g.name) filter (where g.name is not null), '{}')
             || coalesce(array_agg(g.directory_id) filter (where g.directory_id is not null), '{}') as names
      from users u
      left join scim_members m on m.merchant_id = u.merchant_id and m.user_id = u.id
      left join scim_groups g on g.merchant_id = m.merchant_id and g.id = m.group_id
     where u.merchant_id = ${merchantId} and u.deleted_at is null
       and ${userIds === null ? db`m.user_id is not null` : db`u.id = any (${[...userIds]})`}
     group by u.id, u.role_id order by u.id`;
}
