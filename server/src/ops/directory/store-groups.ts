import type { Db, Tx } from '../../platform/db/connect.ts';
import { hasDomain } from '../../platform/email-domain.ts';
import type { Sql } from '../../platform/lists/page.ts';
import type { GroupFilters, GroupRow, GroupStore, GroupValues } from '../../scim/directory.ts';
import { type Company, listKnown } from './store-people.ts';

const filtered = (db: Db, { id, name, directoryId, memberId }: GroupFilters): Sql => db`
  true
  ${id === undefined ? db`` : db`and g.id = ${id}`}
  ${name === undefined ? db`` : db`and g.name = ${name}`}
  ${directoryId === undefined ? db`` : db`and g.directory_id = ${directoryId}`}
  ${
    memberId === undefined
      ? db``
      : db`and exists (select from operator_group_members m where m.group_id = g.id and m.operator_id = ${memberId})`
  }`;

async function countGroups(db: Db, _: Company, filters: GroupFilters): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from operator_groups g where ${filtered(db, filters)}`;
  return row!.count;
}

function listGroups(
  db: Db,
  _: Company,
  filters: GroupFilters,
  { offset, limit }: { offset: number; limit: number },
): Promise<GroupRow[]> {
  return db<GroupRow[]>`
    select g.id, g.name, g.directory_id as "directoryId", g.created_at as "createdAt", g.updated_at as "updatedAt"
      from operator_groups g where ${filtered(db, filters)}
     order by g.id limit ${limit} offset ${offset}`;
}

async function listMembers(
  db: Db,
  { domain }: Company,
  groupIds: readonly number[],
): Promise<Map<number, { id: number; name: string }[]>> {
  const rows = await db<{ groupId: number; id: number; name: string }[]>`
    select m.group_id as "groupId", o.id, o.email as name
      from operator_group_members m join operators o on o.id = m.operator_id
     where m.group_id = any (${[...groupIds]}) and ${hasDomain(db, 'o', domain)}
     order by m.group_id, o.id`;
  const members = new Map<number, { id: number; name: string }[]>(groupIds.map((id) => [id, []]));
  for (const { groupId, id, name } of rows) members.get(groupId)!.push({ id, name });
  return members;
}

async function insertGroup(tx: Tx, _: Company, { name, directoryId, now }: GroupValues): Promise<number> {
  const [row] = await tx<{ id: number }[]>`
    insert into operator_groups (name, directory_id, created_at, updated_at)
    values (${name}, ${directoryId}, ${now}, ${now}) returning id`;
  return row!.id;
}

async function updateGroup(
  tx: Tx,
  _: Company,
  id: number,
  { name, directoryId, now }: GroupValues,
): Promise<void> {
  await tx`
    update operator_groups set name = ${name}, directory_id = ${directoryId}, updated_at = ${now} where id = ${id}`;
}

async function removeGroup(tx: Tx, _: Company, id: number): Promise<void> {
  await tx`delete from operator_groups where id = ${id}`;
}

async function changeMembers(
  tx: Tx,
  _: Company,
  id: number,
  { added, removed }: { added: readonly number[]; removed: readonly number[] },
): Promise<void> {
  await tx`
    insert into operator_group_members (group_id, operator_id)
    select ${id}, unnest(${[...added]}::bigint[]) on conflict do nothing`;
  await tx`
    delete from operator_group_members where group_id = ${id} and operator_id = any (${[...removed]}::bigint[])`;
}

/** Groups of the provider's directory. */
export const operatorGroups: GroupStore<Company> = {
  countGroups,
  listGroups,
  listMembers,
  listKnown,
  insertGroup,
  updateGroup,
  removeGroup,
  changeMembers,
};

/**
 * Lists the names of the groups of some operators, and the directory's ids of these groups; operators without a group
 * are absent.
 */
export async function listGroupNames(db: Db, ids: readonly number[]): Promise<Map<number, string[]>> {
  const rows = await db<{ id: number; names: string[] }[]>`
    select m.operator_id as id, array_agg(g.name) || array_remove(array_agg(g.directory_id), null) as names
      from operator_group_members m join operator_groups g on g.id = m.group_id
     where m.operator_id = any (${[...ids]}) group by m.operator_id`;
  return new Map(rows.map(({ id, names }) => [id, names]));
}

/** Counts the operators of each group, by its name and by the directory's id of it. */
export async function countMembers(db: Db): Promise<Map<string, number>> {
  const rows = await db<{ names: string[]; count: number }[]>`
    select array_remove(array[g.name, g.directory_id], null) as names,
           (select count(*)::int from operator_group_members m where m.group_id = g.id) as count
      from operator_groups g`;
  return new Map(rows.flatMap(({ names, count }) => names.map((name) => [name, count] as const)));
}
