/** Filters of lists (RFC 7644, 3.4.2.2) and paths of changes (3.5.2), as far as directories use them. */
import { storable } from '@daftar/contract/text';
import { invalidFilter, invalidPathOf } from './errors.ts';

/** `userName eq "…"`; the attribute in lower case, without the type of a value: `emails.value`. */
export interface Condition {
  attribute: string;
  value: string | boolean;
}

const FILTER_MAXIMUM = 1000;
const NAME = /[a-z][\w$-]*/iy;
const TYPE = /\[\s*type\s+eq\s+"\w*"\s*\]/iy;
const SUB = /\.[a-z][\w$-]*/iy;
const WORD = /\s+[a-z]+\s+/iy;
const VALUE = /"(?:[^"\\]|\\.)*"|true|false/iy;
const AND = /\s+and\s+/iy;

const CORE = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/i;

/** Removes the name of one of our schemas before an attribute. */
export const withoutSchema = (path: string): string => path.replace(CORE, '');

/** Parses a filter: conditions with `eq`, joined by `and`. @throws ScimError 400 `invalidFilter` for any other */
export function readFilter(text: string): Condition[] {
  let at = 0;
  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(filter)?.[0] ?? null;
    if (found !== null) at += found.length;
    return found;
  };
  const need = (pattern: RegExp): string => {
    const found = take(pattern);
    if (found === null) throw invalidFilter();
    return found;
  };
  const filter = text.trim();
  if (filter.length > FILTER_MAXIMUM) throw invalidFilter();
  const conditions: Condition[] = [];
  do {
    const schema = CORE.exec(filter.slice(at))?.[0] ?? '';
    at += schema.length;
    const name = need(NAME);
    take(TYPE);
    const attribute = `${name}${take(SUB) ?? ''}`.toLowerCase();
    if (need(WORD).trim().toLowerCase() !== 'eq') throw invalidFilter();
    conditions.push({ attribute, value: writtenValue(need(VALUE)) });
  } while (take(AND) !== null);
  if (at < filter.length) throw invalidFilter();
  return conditions;
}

/** Parses a value. @throws ScimError 400 for an invalid text */
function writtenValue(written: string): string | boolean {
  if (!written.startsWith('"')) return written.toLowerCase() === 'true';
  const text = textIn(written);
  if (text === null || !storable(text)) throw invalidFilter();
  return text;
}

function textIn(json: string): string | null {
  try {
    return JSON.parse(json) as string;
  } catch {
    return null;
  }
}

/** The path of a change: `name.givenName`, `phoneNumbers[type eq "mobile"].value`. Names in lower case. */
export interface Path {
  attribute: string;
  sub: string | null;
  /** Selects one of several values. */
  which: { attribute: string; value: string } | null;
}

const PATH = /^([a-z$][\w$-]*)(?:\[([^\]]*)\])?(?:\.([a-z$][\w$-]*))?$/i;

/** Parses a path. @throws ScimError 400 `invalidPath`, `invalidFilter` */
export function readPath(text: string): Path {
  const match = PATH.exec(withoutSchema(text.trim()));
  if (!match || text.length > FILTER_MAXIMUM) throw invalidPathOf(text);
  const [, attribute = '', written, sub] = match;
  let which: Path['which'] = null;
  if (written !== undefined) {
    const [condition, ...others] = readFilter(written);
    if (!condition || others.length > 0) throw invalidFilter();
    which = { attribute: condition.attribute, value: String(condition.value) };
  }
  return { attribute: attribute.toLowerCase(), sub: sub?.toLowerCase() ?? null, which };
}
