/** Converts the contract's schemas into the named schemas of the OpenAPI document. */
import * as z from 'zod/mini';
import { CODES, NAMED, names, WORDS } from './openapi-names.ts';
import { type Codes, readingOf, type Schema } from './schema.ts';

type Json = Record<string, unknown>;

/** Returns the name that a reference points to; empty for anything else. */
export const nameOf = ({ $ref }: Json): string =>
  typeof $ref === 'string' ? ($ref.split('/').at(-1) ?? '') : '';

/** The limit of whole numbers that JSON represents exactly; it is not a limit of our own. */
const SAFE = Number.MAX_SAFE_INTEGER;
const IDS = /(?:^|_)id$|[a-z]Id$/;
const MOMENTS = /_at$/;

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const pascal = (text: string) =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map(capital)
    .join('');
const singular = (text: string) =>
  text.endsWith('ies') ? `${text.slice(0, -3)}y` : text.endsWith('s') ? text.slice(0, -1) : text;
const listOf = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : []);

/** The names of sets of codes or values: `TransactionStatus`. */
const wordsBy = new Map(Object.entries(WORDS).map(([name, values]) => [values.join('|'), name]));
const codesBy = new Map<Codes, string>(Object.entries(CODES).map(([name, codes]) => [codes, name]));

/** Converts one contract schema to JSON Schema; the schemas that it refers to are in `$defs`. */
function jsonOf(schema: Schema, io: 'input' | 'output'): Json {
  const json = z.toJSONSchema(schema, {
    io,
    metadata: names,
    unrepresentable: 'any',
    target: 'draft-2020-12',
    override: ({ zodSchema, jsonSchema }) => {
      const { def } = zodSchema._zod;
      // Zod omits the default if a transform follows.
      if (def.type === 'default')
        (jsonSchema as Json).default = (def as { defaultValue?: unknown }).defaultValue;
      const reading = readingOf(zodSchema);
      if (!reading) return;
      for (const key of Object.keys(jsonSchema)) delete (jsonSchema as Json)[key];
      const name = reading.codes && codesBy.get(reading.codes);
      Object.assign(jsonSchema, reading.json, name ? { 'x-codes': name } : {});
    },
  });
  const { $schema: _, ...rest } = json as Json;
  return rest;
}

/**
 * Collects schemas under their names. Objects without a name are named after the schema that contains them:
 * `TransactionCustomer`.
 */
export class NamedSchemas {
  readonly all: Record<string, Json> = {};

  /** @returns a reference to the schema, or the schema itself if it is neither an object nor a list of values */
  use(schema: Schema, io: 'input' | 'output', owner: string): Json {
    const { $defs = {}, ...json } = jsonOf(schema, io) as { $defs?: Record<string, Json> };
    for (const [name, each] of Object.entries($defs)) this.#add(name, each);
    return this.#part(json, owner, '');
  }

  /** Returns the properties of an object or of a list's query, which need no name of their own. */
  fieldsOf(schema: Schema, io: 'input' | 'output' = 'input', owner = '') {
    const { $defs = {}, ...json } = jsonOf(schema, io) as { $defs?: Record<string, Json> };
    const { [nameOf(json)]: itself = json, ...others } = $defs;
    for (const [name, each] of Object.entries(others)) this.#add(name, each);
    const { properties, required = [] } = this.#object(itself, owner) as {
      properties: Record<string, Json>;
      required?: string[];
    };
    return { properties, required };
  }

  /** Adds a schema that is composed of others. */
  add(name: string, json: Json): Json {
    return this.#add(name, json);
  }

  /** Returns all schemas, sorted by name. */
  sorted(): Record<string, Json> {
    return Object.fromEntries(Object.entries(this.all).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }

  #add(name: string, json: Json): Json {
    const { id: _, ...rest } = json;
    return this.#keep(name, rest.properties ? this.#object(rest, name) : this.#part(rest, name, ''));
  }

  /** @throws if another schema already has the name */
  #keep(name: string, json: Json): Json {
    const known = this.all[name];
    if (known && !same(known, json)) {
      throw new Error(
        `${name} would be two different schemas: name one of them in contract/src/openapi-names.ts\n` +
          `${JSON.stringify(known)}\n${JSON.stringify(json)}`,
      );
    }
    this.all[name] = json;
    return { $ref: `#/components/schemas/${name}` };
  }

  /** Names an inner object; one that is the same in a row and its details gets the name of the row's. */
  #inner(json: Json, owner: string, property: string): Json {
    const plain = json.properties ? this.#object(json, `${owner}${property}`) : json;
    const shared = `${baseOf(owner)}${property}`;
    const isShared = property !== '' && !(shared in NAMED) && same(this.all[shared] ?? plain, plain);
    return this.#keep(isShared ? shared : `${owner}${property}`, plain);
  }

  #object(json: Json, owner: string): Json {
    const { additionalProperties: _, ...rest } = json;
    const properties = Object.entries((json.properties as Record<string, Json>) ?? {}).map(
      ([name, each]) => [name, this.#part(each, owner, name)] as const,
    );
    return { ...rest, properties: Object.fromEntries(properties) };
  }

  /** Converts a schema inside another: its inner objects are named and referenced. */
  #part(json: Json, owner: string, property: string): Json {
    if (typeof json.$ref === 'string')
      return { ...json, $ref: json.$ref.replace('#/$defs/', '#/components/schemas/') };
    if (json.properties) return this.#inner(json, owner, pascal(property));
    const own = this.#values(json, owner, property);
    if (own) return own;
    const plain = { ...json };
    for (const key of ['anyOf', 'oneOf'] as const) {
      if (json[key]) plain[key] = listOf(json[key]).map((each) => this.#part(each, owner, property));
    }
    if (json.items) plain.items = this.#part(json.items as Json, owner, property && singular(property));
    if (typeof json.additionalProperties === 'object')
      plain.additionalProperties = this.#part(json.additionalProperties as Json, owner, `${property}Value`);
    return plainOf(plain, property);
  }

  /** Returns a reference to a named set of codes or values; null for anything else. */
  #values(json: Json, owner: string, property: string): Json | null {
    const { 'x-codes': codesName, default: usual, ...rest } = json;
    const withDefault = (ref: Json) => (usual === undefined ? ref : { ...ref, default: usual });
    if (typeof codesName === 'string') {
      if (rest.items) {
        return withDefault({ ...rest, items: this.#codes(codesName) });
      }
      return withDefault(this.#codes(codesName));
    }
    if (!Array.isArray(json.enum) || json.type !== 'string' || json.enum.length < 2) return null;
    const known = wordsBy.get(json.enum.join('|'));
    if (known) return withDefault(this.#keep(known, rest));
    return owner === '' || SORTS.test(property)
      ? null
      : withDefault(this.#inner(rest, owner, pascal(property)));
  }

  #codes(name: string): Json {
    const codes = CODES[name] as Codes;
    return this.#keep(name, {
      type: 'integer',
      enum: Object.values(codes),
      'x-enum-varnames': Object.keys(codes),
    });
  }
}

/** `TransactionDetails`, `TransactionInput` → `Transaction`. */
const baseOf = (name: string) => name.replace(/(?:Update)?(?:Details|Input)$/, '') || name;
const same = (a: Json, b: Json) => JSON.stringify(a) === JSON.stringify(b);

/** Sort parameters: their values are field names. */
const SORTS = /^(?:sort_by|sort_key|SortKey|sort_type|SortType)$/;

/** Merges `anyOf` of a plain type and null into one type, and removes limits that are not our own. */
function plainOf(json: Json, property: string): Json {
  const { anyOf, ...rest } = json;
  const some = listOf(anyOf);
  const [one, nothing] = some;
  if (some.length === 2 && one && nothing?.type === 'null' && typeof one.type === 'string' && !one.enum)
    return plainOf({ ...one, ...rest, type: [one.type, 'null'] }, property);
  const plain = { ...json };
  if (plain.maximum === SAFE) delete plain.maximum;
  if (plain.minimum === -SAFE) delete plain.minimum;
  const isNullable = Array.isArray(plain.type) && plain.type.length === 2 && plain.type[1] === 'null';
  const type = isNullable ? (plain.type as string[])[0] : plain.type;
  if (type === 'number' && IDS.test(property)) plain.type = isNullable ? ['integer', 'null'] : 'integer';
  if (type === 'string' && MOMENTS.test(property) && !plain.format) plain.format = 'date-time';
  return plain;
}
