/**
 * The interface between SCIM and the keepers of people: a business provisions its users by it (`merchants/`), the
 * provider its operators.
 */
import type { AuditEntry } from '../audit/record.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import type { PersonInput } from './input.ts';
import type { Kept } from './schemas.ts';

/** A person as the directory sees them. */
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
  /** Null for a person who has none yet. */
  roleId: number | string | null;
  roleName: string;
  groups: { id: number; name: string }[];
}

/** The filters of a list of people. */
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

/** The filters of a list of groups. */
export interface GroupFilters {
  id?: number;
  name?: string;
  directoryId?: string;
  memberId?: number;
}

/** The stored values of a group. A taken name or directory id violates a unique key. */
export interface GroupValues {
  name: string;
  directoryId: string | null;
  now: Date;
}

/** A running change of people or groups; nothing else changes them meanwhile. */
export interface Change {
  tx: Tx;
  now: Date;
}

/** Part of a list. */
interface Part {
  offset: number;
  limit: number;
}

/** The storage of groups. */
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
  /** Returns those of some ids that are people provisioned by the directory. */
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
 * People and groups that a directory provisions here.
 * @typeParam Who the caller, identified by their token
 * @typeParam C the context of a change
 */
export interface Directory<Who, C extends Change> extends Kept {
  /** The path of its endpoints, below the product's URL. */
  path: string;
  /** The word for a person in the log. */
  person: string;
  /** Attributes that the catalogue describes in this directory's own words. */
  ownWords: ReadonlySet<string>;
  /** Authenticates a token. @throws ScimError 401, 403; TooManyError 429 */
  callerOf: (token: string | null, address: string) => Promise<Who>;
  /** Returns the key by which the rate limit counts. */
  principalOf: (who: Who) => string;
  /** Called after every call that may have changed something, before its reply. */
  changed: (who: Who) => void;
  /** Runs a change, if the token is still valid then. @throws ScimError 401, 403, 409 */
  changeBy: <T>(who: Who, work: (change: C, who: Who) => Promise<T>) => Promise<T>;
  logByDirectory: (change: C, entry: AuditEntry) => Promise<void>;
  /** Gives people the roles of their groups after their groups have changed. */
  giveRolesOf: (change: C, userIds: readonly number[]) => Promise<void>;
  countPeople: (db: Db, who: Who, filters: PeopleFilters) => Promise<number>;
  /** By id. */
  listPeople: (db: Db, who: Who, filters: PeopleFilters, page: Part) => Promise<PersonRow[]>;
  /**
   * Adds a person.
   * @throws ScimError 400 for missing values, 403 for values beyond the directory's scope, 409 for taken values
   */
  createPerson: (who: Who, input: PersonInput) => Promise<PersonRow>;
  /** Changes the fields sent for a person; none, if any is refused. @throws ScimError 400, 403, 404, 409 */
  changePerson: (who: Who, id: number, input: PersonInput) => Promise<PersonRow>;
  /** Deletes a person. @throws ScimError 403, 404 */
  deletePerson: (who: Who, id: number) => Promise<void>;
  groups: GroupStore<Who>;
}
