/** Converts JSON Schema to rows for the reference. */

type Json = Record<string, unknown>;

/** One of the words or numbers that a field can have. */
export interface Value {
  value: string;
  /** The word beside a number. */
  name: string | null;
  meaning: string;
}

/** One field of a body or a reply. */
export interface FieldRow {
  /** `customers[].name` */
  name: string;
  type: string;
  required: boolean;
  /** Lengths, bounds and defaults. */
  limits: string;
  description: string;
  values: Value[];
}

const MAX_DEPTH = 4;

/** The schemas of the document by their names. */
export type Schemas = Readonly<Record<string, Json>>;

/** What a reference refers to. */
const read = (schema: Json, schemas: Schemas): Json =>
  typeof schema.$ref === 'string' ? (schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema;

const listOf = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : []);
const someOf = (schema: Json) => [...listOf(schema.anyOf), ...listOf(schema.oneOf)];

/** The types of a value; `null` is listed separately. */
function typesOf(given: Json, schemas: Schemas): string[] {
  const schema = read(given, schemas);
  const some = someOf(schema);
  if (some.length > 0) return [...new Set(some.flatMap((each) => typesOf(each, schemas)))];
  if (schema.items) {
    const items = typesOf(schema.items as Json, schemas).join(' | ');
    return [`${items}[]`, ...([schema.type].flat().includes('null') ? ['null'] : [])];
  }
  const types = [schema.type].flat().filter((each) => typeof each === 'string') as string[];
  if (types.length === 0 && 'const' in schema) return [typeof schema.const];
  // Amounts, which JSON takes as numbers and as text.
  if (types.includes('number') && types.includes('string'))
    return ['decimal', ...types.filter((each) => each === 'null')];
  if (typeof schema.format === 'string')
    return types.map((each) => (each === 'string' ? String(schema.format) : each));
  return types.length === 0 ? ['any'] : types;
}

const number = (value: unknown) => (typeof value === 'number' ? String(value) : null);

/** Lengths, bounds and the default of a value. */
function limitsOf(given: Json, schemas: Schemas): string {
  const { default: own } = given;
  const schema: Json = { ...read(given, schemas), ...(own === undefined ? {} : { default: own }) };
  const parts = someOf(schema).map((each) => limitsOf(each, schemas));
  const least = number(schema.minimum);
  const most = number(schema.maximum);
  if (Array.isArray(schema.enum) && !schema['x-enum-descriptions']) parts.push(schema.enum.join(', '));
  if ('const' in schema) parts.push(String(schema.const));
  const words = (schema.items as Json | undefined)?.enum;
  if (Array.isArray(words)) parts.push(words.join(', '));
  if (least !== null || most !== null)
    parts.push([least ?? '', '…', most ?? ''].filter((each) => each !== '').join(' '));
  if (typeof schema.maxLength === 'number') parts.push(`≤ ${schema.maxLength}`);
  if (typeof schema.maxItems === 'number') parts.push(`≤ ${schema.maxItems}`);
  if (schema.default !== undefined && schema.default !== '' && typeof schema.default !== 'object')
    parts.push(`= ${schema.default}`);
  return [...new Set(parts.filter((each) => each !== ''))].join(' · ');
}

/** What each word or number of a value means. */
function valuesOf(given: Json, schemas: Schemas): Value[] {
  const schema = read(given, schemas);
  const meanings = schema['x-enum-descriptions'] as string[] | undefined;
  if (meanings && Array.isArray(schema.enum)) {
    const names = (schema['x-enum-varnames'] ?? []) as string[];
    return schema.enum.map((value, at) => ({
      value: String(value),
      name: names[at] ?? null,
      meaning: meanings[at] ?? '',
    }));
  }
  const inside = [...someOf(schema), ...(schema.items ? [schema.items as Json] : [])];
  return inside.flatMap((each) => valuesOf(each, schemas));
}

/** The schema of a nullable object, or of a list's items. */
function insideOf(given: Json, schemas: Schemas): { schema: Json; suffix: string } | null {
  const schema = read(given, schemas);
  const some = [schema, ...listOf(schema.anyOf).map((each) => read(each, schemas))];
  const object = some.find((each) => each.properties);
  if (object) return { schema: object, suffix: '' };
  const array = some.find((each) => each.items);
  const item = array ? insideOf(array.items as Json, schemas) : null;
  return item ? { schema: item.schema, suffix: `[]${item.suffix}` } : null;
}

/** Every field of an object, followed by those of inner objects. */
export function fieldsOf(schema: Json, schemas: Schemas, prefix = '', depth = 0): FieldRow[] {
  const inside = insideOf(schema, schemas);
  if (!inside || depth > MAX_DEPTH) return [];
  const required = new Set((inside.schema.required as string[] | undefined) ?? []);
  return Object.entries((inside.schema.properties as Record<string, Json>) ?? {}).flatMap(([key, each]) => {
    const name = `${prefix}${key}`;
    // What a row carries when it is asked for has a reference of its own.
    const inner = prefix.endsWith('expanded.') ? null : insideOf(each, schemas);
    const row = {
      name,
      type: typesOf(each, schemas).join(' | '),
      required: required.has(key),
      limits: limitsOf(each, schemas),
      description: String(each.description ?? ''),
      values: inner ? [] : valuesOf(each, schemas),
    };
    return [row, ...(inner ? fieldsOf(each, schemas, `${name}${inner.suffix}.`, depth + 1) : [])];
  });
}
