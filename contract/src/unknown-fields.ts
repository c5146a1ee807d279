/** Finds fields of a request that its call does not have: typing errors that would otherwise be silently ignored. */
import * as z from 'zod/mini';
import { asksMetadata } from './integration-fields.ts';
import type { Schema } from './schema.ts';
import type { FieldMessages } from './validate.ts';

/** Known fields by name; null if any name is accepted. */
type Known = ReadonlyMap<string, Known> | null;
type Json = Record<string, unknown>;

const DEEPEST = 8;
const MAX_NAMED = 20;
const LONGEST_NAME = 100;

const made = new WeakMap<Schema, Known>();

const listOf = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : []);

function knownIn(json: Json, defs: Record<string, Json>, depth: number): Known {
  if (depth > DEEPEST) return null;
  if (typeof json.$ref === 'string') {
    const target = defs[json.$ref.split('/').at(-1) ?? ''];
    return target ? knownIn(target, defs, depth + 1) : null;
  }
  if (json.items) return knownIn(json.items as Json, defs, depth + 1);
  const parts = [...listOf(json.anyOf), ...listOf(json.oneOf), ...listOf(json.allOf)];
  if (parts.length > 0) {
    const maps = parts.map((part) => knownIn(part, defs, depth + 1)).filter((part) => part !== null);
    // A value of another type, such as null or a number, has no fields.
    return maps.length > 0 ? new Map(maps.flatMap((map) => [...map])) : null;
  }
  const { properties, additionalProperties } = json;
  // A list that accepts `metadata[key]` allows additional properties only for that purpose.
  if (!properties || Object.keys((additionalProperties || {}) as Json).length > 0) return null;
  return new Map(
    Object.entries(properties as Record<string, Json>).map(([name, each]) => [
      name,
      knownIn(each, defs, depth + 1),
    ]),
  );
}

/** Returns the fields that a schema accepts according to the API description; cached. */
function knownOf(schema: Schema): Known {
  const known = made.get(schema);
  if (known !== undefined) return known;
  const json = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    target: 'draft-2020-12',
  }) as Json;
  const found = knownIn(json, (json.$defs ?? {}) as Record<string, Json>, 0);
  made.set(schema, found);
  return found;
}

function collect(value: unknown, known: Known, at: string, found: string[]): void {
  if (known === null || typeof value !== 'object' || value === null || found.length >= MAX_NAMED) return;
  if (Array.isArray(value)) {
    for (const [index, each] of value.entries()) collect(each, known, `${at}${index}.`, found);
    return;
  }
  for (const [name, each] of Object.entries(value)) {
    const inner = known.get(name);
    if (inner === undefined && known.has('metadata') && asksMetadata(name)) continue;
    if (inner === undefined) found.push(`${at}${name.slice(0, LONGEST_NAME)}`);
    else collect(each, inner, `${at}${name}.`, found);
  }
}

/**
 * Lists the fields of an input that its schema does not have, at most twenty, by their dotted path.
 * @param schema undefined for a call that accepts none
 * @param key the message key for each
 */
export function unknownFields(
  schema: Schema | undefined,
  input: unknown,
  key: 'UnknownField' | 'UnknownFilter',
): FieldMessages {
  const found: string[] = [];
  collect(input, schema ? knownOf(schema) : new Map(), '', found);
  return Object.fromEntries(found.slice(0, MAX_NAMED).map((name) => [name, [{ key }]]));
}
