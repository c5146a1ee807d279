/** Converts JSON Schema to rows for the reference. */

type Json = Record<string, unknown>;

/** One field of a body or a reply. */
export interface FieldRow {
  /** `customers[].name` */
  name: string;
  type: string;
  required: boolean;
  /** Allowed numbers, words and lengths. */
  limits: string;
}

const MOST_DEPTH = 4;

/** The schemas of the document by their names. */
export type Schemas = Readonly<Record<string, Json>>;

/** What a reference refers to. */
const read = (schema: Json, schemas: Schemas): Json =>
  typeof schema.$ref === 'string' ? (schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema;

const listOf = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : []);

/** The types of a value; `null` is listed separately. */
function typeOf(given: Json, schemas: Schemas): string {
  const schema = read(given, schemas);
  const some = [...listOf(schema.anyOf), ...listOf(schema.oneOf)];
  if (some.length > 0) return [...new Set(some.map((each) => typeOf(each, schemas)))].join(' | ');
  if (Array.isArray(schema.type)) return schema.type.join(' | ');
  if (typeof schema.type === 'string') return schema.type;
  if (Array.isArray(schema.enum)) return [...new Set(schema.enum.map((each) => typeof each))].join(' | ');
  if ('const' in schema) return typeof schema.const;
  return 'any';
}

function limitsOf(given: Json, schemas: Schemas): string {
  const schema = read(given, schemas);
  const some = [...listOf(schema.anyOf), ...listOf(schema.oneOf)];
  const parts = some.map((each) => limitsOf(each, schemas)).filter((each) => each !== '');
  const names = Array.isArray(schema['x-enum-varnames']) ? schema['x-enum-varnames'] : [];
  if (Array.isArray(schema.enum))
    parts.push(schema.enum.map((each, at) => (names[at] ? `${each} ${names[at]}` : each)).join(', '));
  if ('const' in schema) parts.push(String(schema.const));
  if (typeof schema.maxLength === 'number') parts.push(`≤ ${schema.maxLength}`);
  return [...new Set(parts)].join(' · ');
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
  if (!inside || depth > MOST_DEPTH) return [];
  const required = new Set((inside.schema.required as string[] | undefined) ?? []);
  return Object.entries((inside.schema.properties as Record<string, Json>) ?? {}).flatMap(([key, each]) => {
    const name = `${prefix}${key}`;
    const row = {
      name,
      type: typeOf(each, schemas),
      required: required.has(key),
      limits: limitsOf(each, schemas),
    };
    const inner = insideOf(each, schemas);
    return [row, ...(inner ? fieldsOf(each, schemas, `${name}${inner.suffix}.`, depth + 1) : [])];
  });
}
