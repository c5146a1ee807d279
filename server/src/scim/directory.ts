/** What SCIM needs of whoever keeps the people: a business keeps its users by it (`merchants/`), the provider its operators. */
import type { AuditEntry } from '../audit/record.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import type { PersonInput } from './input.ts';
import type { Kept } from './schemas.ts';

/** Somebody as the directory sees them. */
export interface PersonRow {
  id: number;
  email: string;
  /** Absent where people have no names here. */
  firstName?: string;
  lastName?: string;
  locale?: 'en' | 'ar';
  /** Absent or empty for none. */
  mobile?: string;
  isActive: boolean;
  directoryId: string | null;
  createdAt: Date;
  updatedAt: Date;
  /** Null for whoever has none yet. */
  roleId: number | string | null;
  roleName: string;
  groups: { id: number; name: string }[];
}

/** What a list of people looks for. */
export interface PeopleFilters {
  id?: number;
  /** In lower case. */
  email?: string;
  directoryId?: string;
  isActive?: boolean;
}

/** A group of the directory. */
export interface GroupRow {
  id: number;
  name: string;
  directoryId: string | null;
  createdAt: Date;
  updatedAt: Date;
}

/** What a list of groups looks for. */
export interface GroupFilters {
  id?: number;
  name?: string;
  directoryId?: string;
  memberId?: number;
}

/** What a directory keeps of a group. A taken name or directory id violates a unique key. */
export interface GroupValues {
  name: string;
  directoryId: string | null;
  now: Date;
}

/** A change of people or groups that is under way; nothing else changes them meanwhile. */
export interface Change {
  tx: Tx;
  now: Date;
}

/** Part of a list. */
interface Part {
  offset: number;
  limit: number;
}

/** Where groups are kept. */
export interface GroupStore<Who> {
  countGroups: (db: Db, who: Who, filters: GroupFilters) => Promise<number>;
  /** By id. */
  listGroups: (db: Db, who: Who, filters: GroupFilters, page: Part) => Promise<GroupRow[]>;
  /** Every group has an entry. */
  listMembers: (
    db: Db,
    who: Who,
    groupIds: readonly number[],
  ) => Promise<Map<number, { id: number; name: string }[]>>;
  /** Which of some ids are people whom the directory keeps. */
  listKnown: (db: Db, who: Who, ids: readonly number[]) => Promise<Set<number>>;
  insertGroup: (tx: Tx, who: Who, group: GroupValues) => Promise<number>;
  updateGroup: (tx: Tx, who: Who, id: number, group: GroupValues) => Promise<void>;
  /** With its members. */
  removeGroup: (tx: Tx, who: Who, id: number) => Promise<void>;
  changeMembers: (
    tx: Tx,
    who: Who,
    id: number,
    members: { added: readonly number[]; removed: readonly number[] },
  ) => Promise<void>;
}

/**
 * People and groups that a directory keeps here.
 * @typeParam Who whose token called
 * @typeParam C what a change of theirs needs
 */
export interface Directory<Who, C extends Change> extends Kept {
  /** Where it is called, below the address of the product. */
  path: string;
  /** What the log calls a person. */
  person: string;
  /** Attributes that the catalogue describes in words of this directory's own. */
  ownWords: ReadonlySet<string>;
  /** Finds whose token it is. @throws ScimError 401, 403; TooManyError 429 */
  callerOf: (token: string | null, address: string) => Promise<Who>;
  /** What the rate limit counts by. */
  principalOf: (who: Who) => string;
  /** Is told of every call that may have changed something, before it is answered. */
  changed: (who: Who) => void;
  /** Runs a change, if the token still counts then. @throws ScimError 401, 403, 409 */
  changeBy: <T>(who: Who, work: (change: C, who: Who) => Promise<T>) => Promise<T>;
  logByDirectory: (change: C, entry: AuditEntry) => Promise<void>;
  /** Gives people the roles of their groups after these have changed. */
  giveRolesOf: (change: C, userIds: readonly number[]) => Promise<void>;
  countPeople: (db: Db, who: Who, filters: PeopleFilters) => Promise<number>;
  /** By id. */
  listPeople: (db: Db, who: Who, filters: PeopleFilters, page: Part) => Promise<PersonRow[]>;
  /** Adds somebody. @throws ScimError 400 for what is missing, 403 beyond the bounds, 409 for what somebody has */
  createPerson: (who: Who, input: PersonInput) => Promise<PersonRow>;
  /** Changes what was sent of somebody; nothing, if any of it is refused. @throws ScimError 400, 403, 404, 409 */
  changePerson: (who: Who, id: number, input: PersonInput) => Promise<PersonRow>;
  /** @throws ScimError 403, 404 */
  deletePerson: (who: Who, id: number) => Promise<void>;
  groups: GroupStore<Who>;
}
