import type { Db, Tx } from '../../platform/db/connect.ts';
import { hasDomain } from '../../platform/email-domain.ts';
import type { Sql } from '../../platform/lists/page.ts';
import type { GroupFilters, GroupRow, GroupStore, GroupValues } from '../directory.ts';
import { type Company, listKnown } from './store-people.ts';

type Merchant = { merchantId: number };

const filtered = (
  db: Db,
  { merchantId }: Merchant,
  { id, name, directoryId, memberId }: GroupFilters,
): Sql => db`
  g.merchant_id = ${merchantId}
  ${id === undefined ? db`` : db`and g.id = ${id}`}
  ${name === undefined ? db`` : db`and g.name = ${name}`}
  ${directoryId === undefined ? db`` : db`and g.directory_id = ${directoryId}`}
  ${
    memberId === undefined
      ? db``
      : db`and exists (select from scim_members m
                        where m.merchant_id = g.merchant_id and m.group_id = g.id and m.user_id = ${memberId})`
  }`;

/** Counts groups. */
async function countGroups(db: Db, merchant: Merchant, filters: GroupFilters): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from scim_groups g where ${filtered(db, merchant, filters)}`;
  return row!.count;
}

/** Lists groups by id. */
function listGroups(
  db: Db,
  merchant: Merchant,
  filters: GroupFilters,
  { offset, limit }: { offset: number; limit: number },
): Promise<GroupRow[]> {
  return db<GroupRow[]>`
    select g.id, g.name, g.directory_id as "directoryId", g.created_at as "createdAt", g.updated_at as "updatedAt"
      from scim_groups g where ${filtered(db, merchant, filters)}
     order by g.id limit ${limit} offset ${offset}`;
}

/** Lists the members of groups, by group. */
async function listMembers(
  db: Db,
  { merchantId, domain }: Company,
  groupIds: readonly number[],
): Promise<Map<number, { id: number; name: string }[]>> {
  const rows = await db<{ groupId: number; id: number; name: string }[]>`
    select m.group_id as "groupId", u.id, u.first_name || ' ' || u.last_name as name
      from scim_members m join users u on u.merchant_id = m.merchant_id and u.id = m.user_id
     where m.merchant_id = ${merchantId} and m.group_id = any (${[...groupIds]}) and u.deleted_at is null
       and ${hasDomain(db, 'u', domain)}
     order by m.group_id, u.id`;
  const members = new Map<number, { id: number; name: string }[]>(groupIds.map((id) => [id, []]));
  for (const { groupId, id, name } of rows) members.get(groupId)!.push({ id, name });
  return members;
}

/** Inserts a group. A taken name or directory id violates a unique key. */
async function insertGroup(tx: Tx, { merchantId }: Merchant, group: GroupValues): Promise<number> {
  const [row] = await tx<{ id: number }[]>`
    insert into scim_groups (merchant_id, name, directory_id, created_at, updated_at)
    values (${merchantId}, ${group.name}, ${group.directoryId}, ${group.now}, ${group.now}) returning id`;
  return row!.id;
}

/** Updates a group. A taken name or directory id violates a unique key. */
async function updateGroup(tx: Tx, { merchantId }: Merchant, id: number, group: GroupValues): Promise<void> {
  await tx`
    update scim_groups set name = ${group.name}, directory_id = ${group.directoryId}, updated_at = ${group.now}
     where merchant_id = ${merchantId} and id = ${id}`;
}

/** Deletes a group with its members. */
async function removeGroup(tx: Tx, { merchantId }: Merchant, id: number): Promise<void> {
  await tx`delete from scim_groups where merchant_id = ${merchantId} and id = ${id}`;
}

/** Adds people to a group, and removes others. */
async function changeMembers(
  tx: Tx,
  { merchantId }: Merchant,
  id: number,
  { added, removed }: { added: readonly number[]; removed: readonly number[] },
): Promise<void> {
  await tx`
    insert into scim_members (merchant_id, group_id, user_id)
    select ${merchantId}, ${id}, unnest(${[...added]}::bigint[]) on conflict do nothing`;
  await tx`
    delete from scim_members
     where merchant_id = ${merchantId} and group_id = ${id} and user_id = any (${[...removed]}::bigint[])`;
}

/** Groups of a merchant's directory. */
export const merchantGroups: GroupStore<Company> = {
  countGroups,
  listGroups,
  listMembers,
  listKnown,
  insertGroup,
  updateGroup,
  removeGroup,
  changeMembers,
};
