/** Groups of a directory, which determine roles. */
import { readWhole } from '@daftar/contract/numbers';
import type { Db, Tx } from '../platform/db/connect.ts';
import type { Change, Directory, GroupFilters, GroupRow, GroupStore } from './directory.ts';
import { invalidFilter, invalidValue, notFound, ScimError } from './errors.ts';
import type { Condition } from './filter.ts';
import type { GroupInput, MembersInput } from './input.ts';
import type { Page } from './query.ts';
import { GROUPS_MAXIMUM, PEOPLE_MAXIMUM } from './schemas.ts';

/** A group with its members; null if they were not requested. */
export interface GroupWithMembers {
  row: GroupRow;
  members: { id: number; name: string }[] | null;
}

/** Maximum number of people named in one entry of the log. */
const LOGGED_MAXIMUM = 100;

function filtersOf(conditions: readonly Condition[]): GroupFilters {
  const filters: GroupFilters = {};
  for (const { attribute, value } of conditions) {
    const text = String(value);
    const id = readWhole(text) ?? 0;
    if (attribute === 'displayname') filters.name = text;
    else if (attribute === 'externalid') filters.directoryId = text;
    else if (attribute === 'id') filters.id = id;
    else if (attribute === 'members' || attribute === 'members.value') filters.memberId = id;
    else throw invalidFilter();
  }
  return filters;
}

/** Lists groups. @throws ScimError 400 `invalidFilter` */
export async function listGroups<Who>(
  db: Db,
  store: GroupStore<Who>,
  who: Who,
  conditions: readonly Condition[],
  page: Page,
  withMembers: boolean,
): Promise<{ groups: GroupWithMembers[]; total: number }> {
  const filters = filtersOf(conditions);
  const total = await store.countGroups(db, who, filters);
  const rows = page.limit === 0 ? [] : await store.listGroups(db, who, filters, page);
  const ids = rows.map(({ id }) => id);
  const members = withMembers ? await store.listMembers(db, who, ids) : null;
  return { groups: rows.map((row) => ({ row, members: members?.get(row.id) ?? null })), total };
}

/** Returns a group. @throws ScimError 404 */
export async function getGroup<Who>(
  db: Db,
  store: GroupStore<Who>,
  who: Who,
  id: number,
  withMembers: boolean,
): Promise<GroupWithMembers> {
  const [row] = await store.listGroups(db, who, { id }, { offset: 0, limit: 1 });
  if (!row) throw notFound();
  return { row, members: withMembers ? (await store.listMembers(db, who, [id])).get(id)! : null };
}

/** Returns the members of a group after a sequence of changes. */
function membersAfter(before: Iterable<number>, changes: readonly MembersInput[]): Set<number> {
  const members = new Set(before);
  for (const { how, ids } of changes) {
    if (how === 'set') members.clear();
    for (const id of ids) {
      if (how === 'remove') members.delete(id);
      else members.add(id);
    }
  }
  return members;
}

/**
 * Changes the members of a group.
 * @returns the people whose groups changed.
 * @throws ScimError 400 for the id of nobody
 */
async function changeMembers<Who>(
  tx: Tx,
  store: GroupStore<Who>,
  who: Who,
  id: number,
  { before, after }: { before: ReadonlySet<number>; after: ReadonlySet<number> },
): Promise<{ added: number[]; removed: number[] }> {
  if (after.size > PEOPLE_MAXIMUM)
    throw invalidValue('members', 'tooManyMembers', { maximum: PEOPLE_MAXIMUM });
  const added = [...after].filter((each) => !before.has(each));
  const removed = [...before].filter((each) => !after.has(each));
  const known = await store.listKnown(tx, who, added);
  const stranger = added.find((each) => !known.has(each));
  if (stranger !== undefined)
    throw new ScimError(400, 'noSuchMember', { scimType: 'invalidValue', params: { id: String(stranger) } });
  await store.changeMembers(tx, who, id, { added, removed });
  return { added, removed };
}

/** Returns the log entry about added and removed members. @param person the word for a person */
function loggedMembers(
  person: string,
  { added, removed }: { added: number[]; removed: number[] },
  count: number,
) {
  const named = (ids: readonly number[]) => ids.slice(0, LOGGED_MAXIMUM).map((id) => `${person}:${id}`);
  return {
    ...(added.length > 0 ? { added: named(added) } : {}),
    ...(removed.length > 0 ? { removed: named(removed) } : {}),
    ...(added.length + removed.length > 0 ? { members: count } : {}),
  };
}

/** Adds a group with its members. @throws ScimError 400, 409 */
export function createGroup<Who, C extends Change>(
  directory: Directory<Who, C>,
  caller: Who,
  { name, directoryId = null, members: sent = [] }: GroupInput,
): Promise<GroupWithMembers> {
  const { groups: store, person } = directory;
  if (name === undefined) throw invalidValue('displayName');
  return directory.changeBy(caller, async (change, who) => {
    const { tx, now } = change;
    if ((await store.countGroups(tx, who, {})) >= GROUPS_MAXIMUM)
      throw new ScimError(403, 'tooManyGroups', { params: { maximum: GROUPS_MAXIMUM } });
    const id = await store.insertGroup(tx, who, { name, directoryId, now });
    const after = membersAfter([], sent);
    const changed = await changeMembers(tx, store, who, id, { before: new Set(), after });
    await directory.logByDirectory(change, {
      action: 'scim-group.create',
      subject: `scim-group:${id}`,
      after: { name, directory_id: directoryId, ...loggedMembers(person, changed, after.size) },
    });
    await directory.giveRolesOf(change, changed.added);
    return getGroup(tx, store, who, id, true);
  });
}

/**
 * Changes the fields sent for a group, and the roles of those whose groups change with it; none, if any is refused.
 * @throws ScimError 400, 404, 409
 */
export function changeGroup<Who, C extends Change>(
  directory: Directory<Who, C>,
  caller: Who,
  id: number,
  input: GroupInput,
): Promise<GroupWithMembers> {
  const { groups: store, person } = directory;
  return directory.changeBy(caller, async (change, who) => {
    const { tx, now } = change;
    const { row, members } = await getGroup(tx, store, who, id, true);
    const name = input.name ?? row.name;
    const directoryId = input.directoryId === undefined ? row.directoryId : input.directoryId;
    const before = new Set(members!.map((each) => each.id));
    const after = membersAfter(before, input.members ?? []);
    const changed = await changeMembers(tx, store, who, id, { before, after });
    const isRenamed = name !== row.name || directoryId !== row.directoryId;
    const touched = [...changed.added, ...changed.removed];
    if (!isRenamed && touched.length === 0) return getGroup(tx, store, who, id, true);
    await store.updateGroup(tx, who, id, { name, directoryId, now });
    await directory.logByDirectory(change, {
      action: 'scim-group.update',
      subject: `scim-group:${id}`,
      before: { name: row.name, directory_id: row.directoryId },
      after: { name, directory_id: directoryId, ...loggedMembers(person, changed, after.size) },
    });
    // Another name may be mapped to another role.
    await directory.giveRolesOf(change, isRenamed ? [...new Set([...before, ...after])] : touched);
    return getGroup(tx, store, who, id, true);
  });
}

/** Deletes a group; its members lose the role that it gave them. @throws ScimError 404 */
export function deleteGroup<Who, C extends Change>(
  directory: Directory<Who, C>,
  caller: Who,
  id: number,
): Promise<void> {
  const { groups: store } = directory;
  return directory.changeBy(caller, async (change, who) => {
    const { tx } = change;
    const { row, members } = await getGroup(tx, store, who, id, true);
    await store.removeGroup(tx, who, id);
    await directory.logByDirectory(change, {
      action: 'scim-group.delete',
      subject: `scim-group:${id}`,
      before: { name: row.name, directory_id: row.directoryId, members: members!.length },
    });
    await directory.giveRolesOf(
      change,
      members!.map((each) => each.id),
    );
  });
}
