/**
 * Parses people and groups sent by directories, whole (POST, PUT) and in parts (PATCH, with the variants of Entra and
 * Okta).
 */
import { MOBILE_PATTERN, normaliseMobile } from '@daftar/contract/egypt';
import { personName } from '@daftar/contract/person-name';
import { email, reference } from '@daftar/contract/text';
import type { z } from 'zod/mini';
import { invalidPathOf, invalidSyntax, invalidValue, ScimError } from './errors.ts';
import { type Path, readPath } from './filter.ts';
import { ENTERPRISE_USER, OPERATIONS_MAXIMUM, PATCH, PEOPLE_MAXIMUM } from './schemas.ts';

type Json = Record<string, unknown>;

/** The fields sent for a person; others are absent. */
export interface PersonInput {
  userName?: string;
  directoryId?: string | null;
  givenName?: string;
  familyName?: string;
  /** The full name, for directories that send no parts. */
  fullName?: string;
  isActive?: boolean;
  /** Empty for none. */
  mobile?: string;
  locale?: 'en' | 'ar';
}

/** The fields sent for a group. */
export interface GroupInput {
  name?: string;
  directoryId?: string | null;
  members?: MembersInput[];
}

/** One change of a group's members. */
export interface MembersInput {
  how: 'set' | 'add' | 'remove';
  ids: number[];
}

type Op = 'add' | 'replace' | 'remove';

interface Change {
  op: Op;
  /** Null for a change of the whole resource. */
  path: string | null;
  value: unknown;
}

/** Attributes of the standard that we do not store; values sent for them are ignored. */
const NOT_KEPT = new Set(
  `schemas nickname profileurl title usertype timezone password ims photos addresses entitlements
   x509certificates emails`.split(/\s+/),
);
/** Read-only attributes. */
const OURS = new Set(['id', 'meta', 'groups', 'roles']);

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns a value for comparison and lookup; empty for an object, whose own `toString` can be anything. */
const wordOf = (value: unknown): string =>
  typeof value === 'object' || value === undefined ? '' : String(value).toLowerCase();

/** Checks the schema of a body. @throws ScimError 400 `invalidSyntax` */
export function readBody(body: unknown, schema: string): Json {
  if (!isObject(body)) throw invalidSyntax();
  const schemas = Array.isArray(body.schemas) ? body.schemas : [];
  const isNamed = schemas.some((each) => wordOf(each) === schema.toLowerCase());
  if (!isNamed) throw new ScimError(400, 'schemaMissing', { scimType: 'invalidSyntax', params: { schema } });
  return body;
}

/** Parses a PATCH. @throws ScimError 400 */
export function readChanges(body: unknown): Change[] {
  const { Operations: operations } = readBody(body, PATCH);
  if (!Array.isArray(operations) || operations.length === 0) throw invalidSyntax('noOperations');
  if (operations.length > OPERATIONS_MAXIMUM)
    throw invalidValue('Operations', 'tooManyOperations', { maximum: OPERATIONS_MAXIMUM });
  return operations.map((each) => {
    if (!isObject(each) || typeof each.op !== 'string') throw invalidSyntax('noOperations');
    // Entra writes `Add`.
    const op = each.op.toLowerCase();
    if (op !== 'add' && op !== 'replace' && op !== 'remove') throw invalidSyntax('noOperations');
    const path = each.path ?? null;
    if (path !== null && typeof path !== 'string') throw invalidPathOf(wordOf(path));
    if (path === null && op === 'remove') throw new ScimError(400, 'noTarget', { scimType: 'noTarget' });
    if (path === null && !isObject(each.value)) throw invalidValue('value');
    return { op, path, value: each.value };
  });
}

/** Parses a text by one of the contract's schemas. @throws ScimError 400 `invalidValue` */
function textOf(attribute: string, value: unknown, schema: z.ZodMiniType<string>): string {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw invalidValue(attribute);
  return parsed.data;
}

const Email = email();
const Name = personName(60);
const FullName = reference(200);
const GroupName = reference(200);
const DirectoryId = reference(255);

const idOf = (attribute: string, value: unknown): string | null =>
  value === null || value === undefined || value === '' ? null : textOf(attribute, value, DirectoryId);

/** Entra sends `"False"`. */
function switchOf(value: unknown): boolean {
  const written = typeof value === 'string' ? value.trim().toLowerCase() : value;
  if (written === true || written === 'true') return true;
  if (written === false || written === 'false') return false;
  throw invalidValue('active');
}

/** Returns an Egyptian mobile number; empty for any other, which we do not store. */
function mobileOf(value: unknown): string {
  const number = typeof value === 'string' || typeof value === 'number' ? normaliseMobile(String(value)) : '';
  return MOBILE_PATTERN.test(number) ? number : '';
}

const localeOf = (value: unknown): 'en' | 'ar' | undefined => {
  const language = wordOf(value).slice(0, 2);
  return language === 'en' || language === 'ar' ? language : undefined;
};

/** Returns the mobile number in a complete list of values; undefined if there is none. */
function mobileAmong(values: unknown): string | undefined {
  const list = Array.isArray(values) ? values : [values];
  const found = list.find((each) => isObject(each) && wordOf(each.type) === 'mobile');
  return found ? mobileOf((found as Json).value) : undefined;
}

/** Attributes that are accepted and ignored; in lower case. */
type NotKept = ReadonlySet<string>;

/** Sets one attribute of a person in the parsed input. */
function setPersonAttribute(
  into: PersonInput,
  op: Op,
  { attribute, sub, which }: Path,
  value: unknown,
  notKept: NotKept,
): void {
  if (notKept.has(attribute)) return;
  const isGone = op === 'remove';
  const needed = (name: string) => {
    if (isGone) throw invalidValue(name);
  };
  switch (attribute) {
    case 'username':
      needed('userName');
      into.userName = textOf('userName', value, Email);
      return;
    case 'externalid':
      into.directoryId = isGone ? null : idOf('externalId', value);
      return;
    case 'active':
      needed('active');
      into.isActive = switchOf(value);
      return;
    case 'name':
      if (sub === null || sub === 'givenname' || sub === 'familyname') needed('name');
      if (sub !== null) setName(into, sub, value);
      else if (isObject(value))
        for (const [part, of] of Object.entries(value)) setName(into, part.toLowerCase(), of);
      else throw invalidValue('name');
      return;
    case 'displayname':
      if (!isGone && typeof value === 'string') into.fullName = value;
      return;
    case 'preferredlanguage':
    case 'locale': {
      const locale = isGone ? undefined : localeOf(value);
      if (locale) into.locale = locale;
      return;
    }
    case 'phonenumbers': {
      if (which && (which.attribute !== 'type' || which.value.toLowerCase() !== 'mobile')) return;
      const number = isGone
        ? ''
        : which
          ? mobileOf(isObject(value) ? value.value : value)
          : mobileAmong(value);
      if (number !== undefined) into.mobile = number;
      return;
    }
    default:
      if (OURS.has(attribute))
        throw new ScimError(400, 'mutability', { scimType: 'mutability', params: { attribute } });
      if (!NOT_KEPT.has(attribute)) throw invalidPathOf(attribute);
  }
}

function setName(into: PersonInput, part: string, value: unknown): void {
  if (part === 'givenname') into.givenName = textOf('name.givenName', value, Name);
  else if (part === 'familyname') into.familyName = textOf('name.familyName', value, Name);
  else if (part === 'formatted' && typeof value === 'string') into.fullName = value;
}

/**
 * Calls `set` for each field of a whole resource, with its name as a path; ignores additions by the standard or
 * another schema.
 */
function eachField(whole: Json, set: (path: Path, value: unknown) => void): void {
  for (const [name, value] of Object.entries(whole)) {
    const path = isOfEnterprise(name) ? null : pathIn(name);
    if (path === null || OURS.has(path.attribute)) continue;
    // Null is treated as absent, except for values that can be removed.
    if (value !== null || path.attribute === 'externalid') set(path, value);
  }
}

const isOfEnterprise = (path: string) => path.toLowerCase().startsWith(ENTERPRISE_USER.toLowerCase());

/** Parses the name of a field; null for an invalid path. Okta and Entra write `name.givenName`. */
function pathIn(name: string): Path | null {
  try {
    return readPath(name);
  } catch (error) {
    if (error instanceof ScimError) return null;
    throw error;
  }
}

/** Ignores unknown attributes, which a whole resource may have. */
function unlessUnknown(set: () => void): void {
  try {
    set();
  } catch (error) {
    if (!(error instanceof ScimError && error.scimType === 'invalidPath')) throw error;
  }
}

/** Parses a person sent whole. @throws ScimError 400 */
export function readPerson(whole: Json, notKept: NotKept): PersonInput {
  const into: PersonInput = {};
  eachField(whole, (path, value) =>
    unlessUnknown(() => setPersonAttribute(into, 'replace', path, value, notKept)),
  );
  return into;
}

/** Parses changes of a person; later ones take precedence. @throws ScimError 400 */
export function readPersonChanges(body: unknown, notKept: NotKept): PersonInput {
  const into: PersonInput = {};
  for (const { op, path, value } of readChanges(body)) {
    if (path === null) Object.assign(into, readPerson(value as Json, notKept));
    else if (!isOfEnterprise(path)) setPersonAttribute(into, op, readPath(path), value, notKept);
  }
  return into;
}

/** Returns both names of a person: their parts, or else the full name with its last word as the family name. */
export function namesIn({ givenName, familyName, fullName }: PersonInput): {
  firstName: string | undefined;
  lastName: string | undefined;
} {
  const words = fullName === undefined ? [] : textOf('displayName', fullName, FullName).split(/\s+/);
  const split = words.length > 1 ? words : [];
  const part = (attribute: string, text: string) => textOf(attribute, text, Name);
  return {
    firstName:
      givenName ?? (split.length > 0 ? part('name.givenName', split.slice(0, -1).join(' ')) : undefined),
    lastName: familyName ?? (split.length > 0 ? part('name.familyName', split.at(-1)!) : undefined),
  };
}

/** Returns the ids of people in a list of members. @throws ScimError 400 */
function idsOf(value: unknown): number[] {
  const list = Array.isArray(value) ? value : [value];
  if (list.length > PEOPLE_MAXIMUM)
    throw invalidValue('members', 'tooManyMembers', { maximum: PEOPLE_MAXIMUM });
  return [...new Set(list.map(memberId))];
}

function memberId(member: unknown): number {
  const id = isObject(member) ? member.value : member;
  const isPerson = !isObject(member) || member.type === undefined || wordOf(member.type) === 'user';
  if (isPerson && (typeof id === 'string' || typeof id === 'number') && /^\d{1,15}$/.test(String(id)))
    return Number(id);
  throw new ScimError(400, 'noSuchMember', {
    scimType: 'invalidValue',
    params: { id: wordOf(id).slice(0, 100) },
  });
}

/** Puts one attribute of a group into what was sent. */
function setGroupAttribute(into: GroupInput, op: Op, { attribute, which }: Path, value: unknown): void {
  switch (attribute) {
    case 'displayname':
      if (op === 'remove') throw invalidValue('displayName');
      into.name = textOf('displayName', value, GroupName);
      return;
    case 'externalid':
      into.directoryId = op === 'remove' ? null : idOf('externalId', value);
      return;
    case 'members': {
      into.members ??= [];
      if (op === 'remove' && which) into.members.push({ how: 'remove', ids: [memberId(which.value)] });
      else if (op === 'remove' && (value === undefined || value === null))
        into.members.push({ how: 'set', ids: [] });
      else {
        const how = op === 'replace' ? 'set' : op;
        into.members.push({ how, ids: idsOf(value ?? []) });
      }
      return;
    }
    case 'schemas':
      return;
    default:
      if (attribute === 'id' || attribute === 'meta')
        throw new ScimError(400, 'mutability', { scimType: 'mutability', params: { attribute } });
      throw invalidPathOf(attribute);
  }
}

/** Parses a group sent whole. @throws ScimError 400 */
export function readGroup(whole: Json, op: Op = 'replace'): GroupInput {
  const into: GroupInput = {};
  eachField(whole, (path, value) => unlessUnknown(() => setGroupAttribute(into, op, path, value)));
  return into;
}

/**
 * Parses changes of a group; the last name and id apply, changes of members apply one after the other.
 * @throws ScimError 400
 */
export function readGroupChanges(body: unknown): GroupInput {
  const into: GroupInput = {};
  for (const { op, path, value } of readChanges(body)) {
    if (path !== null) setGroupAttribute(into, op, readPath(path), value);
    else {
      const { members = [], ...rest } = readGroup(value as Json, op);
      Object.assign(into, rest);
      if (members.length > 0) into.members = [...(into.members ?? []), ...members];
    }
  }
  return into;
}
