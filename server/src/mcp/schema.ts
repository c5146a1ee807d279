/** Converts schemas of the API's document into self-contained schemas for tools. */

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Joins a field's own description with those of its values. */
function bothOf(own: unknown, named: Json): Json {
  const { description } = named;
  if (!own || !description || !named.enum) return {};
  return { description: `${own}\n${description}` };
}

/** Inlines everything to which a schema refers. Hints for library generators are omitted. */
export function standingAlone(value: unknown, schemas: Readonly<Record<string, Json>>): unknown {
  if (Array.isArray(value)) return value.map((each) => standingAlone(each, schemas));
  if (!isObject(value)) return value;
  const { $ref, ...rest } = value;
  const plain = Object.fromEntries(
    Object.entries(rest)
      .filter(([name]) => !name.startsWith('x-'))
      .map(([name, each]) => [name, standingAlone(each, schemas)]),
  );
  if (typeof $ref !== 'string') return plain;
  const named = standingAlone(schemas[$ref.split('/').at(-1) ?? ''] ?? {}, schemas) as Json;
  return { ...named, ...plain, ...bothOf(plain.description, named) };
}
