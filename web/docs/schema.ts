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

const listOf = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : []);

/** The types of a value; `null` is listed separately. */
function typeOf(schema: Json): string {
  const some = [...listOf(schema.anyOf), ...listOf(schema.oneOf)];
  if (some.length > 0) return [...new Set(some.map(typeOf))].join(' | ');
  if (Array.isArray(schema.type)) return schema.type.join(' | ');
  if (typeof schema.type === 'string') return schema.type;
  if (Array.isArray(schema.enum)) return [...new Set(schema.enum.map((each) => typeof each))].join(' | ');
  if ('const' in schema) return typeof schema.const;
  return 'any';
}

function limitsOf(schema: Json): string {
  const some = [...listOf(schema.anyOf), ...listOf(schema.oneOf)];
  const parts = some.map(limitsOf).filter((each) => each !== '');
  if (Array.isArray(schema.enum)) parts.push(schema.enum.join(', '));
  if ('const' in schema) parts.push(String(schema.const));
  if (typeof schema.maxLength === 'number') parts.push(`≤ ${schema.maxLength}`);
  return [...new Set(parts)].join(' · ');
}

/** The schema of a nullable object, or of a list's items. */
function insideOf(schema: Json): { schema: Json; suffix: string } | null {
  const object = [schema, ...listOf(schema.anyOf)].find((each) => each.properties);
  if (object) return { schema: object, suffix: '' };
  const array = [schema, ...listOf(schema.anyOf)].find((each) => each.items);
  const item = array ? insideOf(array.items as Json) : null;
  return item ? { schema: item.schema, suffix: `[]${item.suffix}` } : null;
}

/** Every field of an object, followed by those of inner objects. */
export function fieldsOf(schema: Json, prefix = '', depth = 0): FieldRow[] {
  const inside = insideOf(schema);
  if (!inside || depth > MOST_DEPTH) return [];
  const required = new Set((inside.schema.required as string[] | undefined) ?? []);
  return Object.entries((inside.schema.properties as Record<string, Json>) ?? {}).flatMap(([key, each]) => {
    const name = `${prefix}${key}`;
    const row = { name, type: typeOf(each), required: required.has(key), limits: limitsOf(each) };
    const inner = insideOf(each);
    return [row, ...(inner ? fieldsOf(each, `${name}${inner.suffix}.`, depth + 1) : [])];
  });
}
