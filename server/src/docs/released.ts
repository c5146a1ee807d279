/** Compares the API with the last released one, and refuses changes that would break existing software. */
import { EXPANDED } from '@daftar/contract/expand';
import { API_VERSIONS } from '@daftar/contract/versions';
import { openApiIn } from './openapi.ts';

type Json = Record<string, unknown>;

/** One field or parameter: its types, and its possible values if they are few. */
interface Field {
  type: string[];
  required?: true;
  values?: (string | number | boolean | null)[];
  /** Bounds that a request must satisfy. */
  most?: number;
  least?: number;
}

type Fields = Record<string, Field>;

/** A call from the perspective of software: fields by dotted path, `[]` for the entries of a list. */
interface Call {
  keys: boolean;
  /** By `query.page`, `body.amount` … */
  takes: Fields;
  replies: Fields;
}

/** The API in condensed form. */
export interface ReleasedApi {
  version: string;
  calls: Record<string, Call>;
  /** Webhook payloads, by event. */
  events: Record<string, Fields>;
  /** Codes of errors. */
  codes: string[];
}

const DEEPEST = 8;
const listOf = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : []);

/** Resolves references, and merges the alternatives of a schema. */
function shapeOf(
  schema: Json,
  root: Json,
  depth = 0,
): { field: Field; properties: Json; required: string[]; items: Json | null } {
  const field: Field = { type: [] };
  let [properties, required, items]: [Json, string[], Json | null] = [{}, [], null];
  if (depth > DEEPEST) return { field: { type: ['any'] }, properties, required, items };
  if (typeof schema.$ref === 'string') {
    const target = schema.$ref
      .split('/')
      .slice(1)
      .reduce((at, name) => at?.[name] as Json, root);
    return shapeOf(target, root, depth + 1);
  }
  const parts = [...listOf(schema.anyOf), ...listOf(schema.oneOf), ...listOf(schema.allOf)];
  if (parts.length > 0) {
    const shapes = parts.map((part) => shapeOf(part, root, depth + 1));
    const plain = shapes.filter(({ field: { type } }) => type.join() !== 'null');
    field.type = [...new Set(shapes.flatMap((each) => each.field.type))].toSorted();
    if (plain.length > 0 && plain.every((each) => each.field.values))
      field.values = [...new Set(shapes.flatMap((each) => each.field.values ?? [null]))];
    properties = Object.assign({}, ...shapes.map((each) => each.properties));
    // With several object types, only fields required by all of them are certain.
    const objects = shapes.filter((each) => Object.keys(each.properties).length > 0);
    required = (objects[0]?.required ?? []).filter((name) =>
      objects.every((each) => each.required.includes(name)),
    );
    items = shapes.find((each) => each.items)?.items ?? null;
    return { field, properties, required, items };
  }
  const values = Array.isArray(schema.enum) ? schema.enum : 'const' in schema ? [schema.const] : null;
  const named = Array.isArray(schema.type)
    ? (schema.type as string[])
    : schema.type
      ? [String(schema.type)]
      : [];
  field.type = (
    named.length > 0 ? named : values ? [...new Set(values.map((each) => typeof each))] : ['any']
  ).toSorted();
  if (values) field.values = values;
  const most = schema.maximum ?? schema.maxLength ?? schema.maxItems;
  const least = schema.minimum ?? schema.minLength ?? schema.minItems;
  if (typeof most === 'number' && Number.isFinite(most) && most < Number.MAX_SAFE_INTEGER) field.most = most;
  if (typeof least === 'number' && least > -Number.MAX_SAFE_INTEGER) field.least = least;
  properties = (schema.properties as Json | undefined) ?? {};
  required = (schema.required as string[] | undefined) ?? [];
  items = (schema.items as Json | undefined) ?? null;
  return { field, properties, required, items };
}

/** Returns every field of a schema by its path. */
function fieldsOf(schema: Json, root: Json, at: string, found: Fields = {}, depth = 0): Fields {
  const { properties, required, items } = shapeOf(schema, root);
  if (depth > DEEPEST) return found;
  for (const [name, each] of Object.entries(properties) as [string, Json][]) {
    // An expanded object contains no expanded objects itself.
    if (name === EXPANDED && at.includes(EXPANDED)) continue;
    const path = at === '' ? name : `${at}.${name}`;
    const { field } = shapeOf(each, root);
    found[path] = required.includes(name) ? { ...field, required: true } : field;
    fieldsOf(each, root, path, found, depth + 1);
  }
  if (items) {
    const path = `${at}[]`;
    found[path] = shapeOf(items, root).field;
    fieldsOf(items, root, path, found, depth + 1);
  }
  return found;
}

const schemaIn = (part: unknown): Json | null => {
  const content = (part as { content?: Record<string, { schema?: Json }> } | undefined)?.content;
  return Object.values(content ?? {})[0]?.schema ?? null;
};

/** Condenses an OpenAPI document. */
function smallForm(document: Json, codes: readonly string[]): ReleasedApi {
  const calls: ReleasedApi['calls'] = {};
  for (const [path, methods] of Object.entries(document.paths as Record<string, Record<string, Json>>)) {
    for (const [method, operation] of Object.entries(methods)) {
      const takes: Fields = {};
      for (const given of listOf(operation.parameters)) {
        const parameter =
          typeof given.$ref === 'string'
            ? (given.$ref
                .split('/')
                .slice(1)
                .reduce((at, name) => at?.[name] as Json, document) as Json)
            : given;
        const name = `${parameter.in}.${parameter.name}`;
        const { field } = shapeOf(parameter.schema as Json, document);
        takes[name] = parameter.required ? { ...field, required: true } : field;
      }
      const body = schemaIn(operation.requestBody);
      if (body) fieldsOf(body, document, 'body', takes);
      const success = Object.entries(operation.responses as Json).find(([status]) => status.startsWith('2'));
      const reply = schemaIn(success?.[1]);
      calls[`${method.toUpperCase()} ${path}`] = {
        keys: listOf(operation.security).some((way) => 'secretKey' in way),
        takes,
        replies: {
          status: { type: [success?.[0] ?? ''] },
          ...(reply ? fieldsOf(reply, document, 'reply') : {}),
        },
      };
    }
  }
  const events = Object.fromEntries(
    Object.entries(document.webhooks as Record<string, { post: { requestBody: unknown } }>).map(
      ([type, { post }]) => [type, fieldsOf(schemaIn(post.requestBody) ?? {}, document, 'event')],
    ),
  );
  return { version: API_VERSIONS.at(-1)!, calls, events, codes: codes.toSorted() };
}

const isWithin = <T>(some: readonly T[], all: readonly T[]) => some.every((each) => all.includes(each));

/** Returns what a request may no longer contain, or must now contain. */
function breaksOfInput(before: Fields, now: Fields): string[] {
  const broken = Object.entries(before).flatMap(([name, old]) => {
    const field = now[name];
    if (!field) return [`${name} is not taken any more`];
    const takesAny = field.type.includes('any');
    // An integer is also a number.
    const types = field.type.includes('number') ? [...field.type, 'integer'] : field.type;
    return [
      ...(takesAny || isWithin(old.type, types)
        ? []
        : [`${name} took ${old.type.join(' or ')}, and takes ${field.type.join(' or ')}`]),
      ...(field.values && !(old.values && isWithin(old.values, field.values))
        ? [`${name} takes fewer values`]
        : []),
      ...((field.most ?? Number.POSITIVE_INFINITY) < (old.most ?? Number.POSITIVE_INFINITY)
        ? [`${name} takes at most ${field.most}`]
        : []),
      ...((field.least ?? Number.NEGATIVE_INFINITY) > (old.least ?? Number.NEGATIVE_INFINITY)
        ? [`${name} takes at least ${field.least}`]
        : []),
      ...(field.required && !old.required ? [`${name} is required now`] : []),
    ];
  });
  // A required field inside a new field breaks nothing.
  const isNewInside = (name: string) =>
    Object.keys(now).some((other) => !(other in before) && other !== name && name.startsWith(`${other}.`));
  const wanted = Object.entries(now).filter(
    ([name, field]) => field.required && !(name in before) && !isNewInside(name),
  );
  return [...broken, ...wanted.map(([name]) => `${name} is new and required`)];
}

/** Returns what a reply or an event no longer guarantees. */
function breaksOfOutput(before: Fields, now: Fields): string[] {
  return Object.entries(before).flatMap(([name, old]) => {
    const field = now[name];
    if (!field) return [`${name} is gone`];
    const types = old.type.includes('number') ? [...old.type, 'integer'] : old.type;
    return [
      ...(old.type.includes('any') || isWithin(field.type, types)
        ? []
        : [`${name} was ${old.type.join(' or ')}, and is ${field.type.join(' or ')}`]),
      ...(old.required && !field.required ? [`${name} may be missing now`] : []),
    ];
  });
}

/** Returns, in sentences, the changes of an API that break software for a released one; additions break nothing. */
export function breaksBetween(before: ReleasedApi, now: ReleasedApi): string[] {
  const calls = Object.entries(before.calls).flatMap(([name, old]) => {
    const call = now.calls[name];
    if (!call) return [`${name} is gone`];
    const lost = old.keys && !call.keys ? ['keys may not call it any more'] : [];
    return [
      ...lost,
      ...breaksOfInput(old.takes, call.takes),
      ...breaksOfOutput(old.replies, call.replies),
    ].map((broken) => `${name}: ${broken}`);
  });
  const events = Object.entries(before.events).flatMap(([type, old]) => {
    const event = now.events[type];
    return (event ? breaksOfOutput(old, event) : ['it is sent no more']).map(
      (broken) => `${type}: ${broken}`,
    );
  });
  const codes = before.codes.filter((code) => !now.codes.includes(code));
  return [...calls, ...events, ...codes.map((code) => `the code ${code} is gone`)];
}

/** Returns the current API. */
export const currentApi = (codes: readonly string[]): ReleasedApi =>
  smallForm(openApiIn('en', 'https://api.invalid'), codes);
