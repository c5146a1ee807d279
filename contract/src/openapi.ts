/** Generates the OpenAPI 3.1 document from the mounted endpoints. */
import { isForKeys } from './api-keys.ts';
import { type ErrorCodes, errorCodesOf } from './call-errors.ts';
import { type Endpoint, type Endpoints, REPLAYED_HEADER } from './endpoint.ts';
import { AnyMeta, replyBody } from './envelope.ts';
import { WEBHOOK_EVENTS } from './event-payloads.ts';
import { EXPAND, EXPANDED, expandableOf } from './expand.ts';
import { commonErrors, errorResponse, REPLY_HEADERS, ref, sharedHeaders } from './openapi-errors.ts';
import { EXAMPLES } from './openapi-examples.ts';
import { names } from './openapi-names.ts';
import { sampleOf } from './openapi-samples.ts';
import { capital, NamedSchemas, nameOf } from './openapi-schemas.ts';
import { describedCall, describedParameter, describedSchema, type Told } from './openapi-words.ts';
import type { Schema } from './schema.ts';
import { API_VERSIONS, LATEST_VERSION, VERSION_HEADER } from './versions.ts';
import { WEBHOOK_MODES } from './webhooks.ts';

type Json = Record<string, unknown>;

/** Options of the document. `words` has `title`, `description`, `tag.<noun>`, `op.<noun>.<endpoint>`, `status.<code>` … */
export interface OpenApiOptions extends Told {
  /** Origin of the API, without a trailing slash. */
  origin: string;
  version: string;
}

/** One operation, for renderers. */
export interface Operation extends Json {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: Json[];
  parameters?: { name: string; in: string; required?: boolean; schema: Json; description?: string }[];
  requestBody?: { required: boolean; content: Record<string, { schema: Json; example?: unknown }> };
  responses: Record<string, Json>;
}

export interface OpenApiDocument extends Json {
  info: { title: string; version: string; description: string };
  servers: { url: string; description: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: Json & { schemas: Record<string, Json>; responses: Record<string, Json> };
}

/** Returns whether an endpoint is documented for merchants: all are, except the provider's console. */
export const isForMerchants = (endpoint: Endpoint): boolean =>
  endpoint.access !== 'operator' && !endpoint.path.startsWith('/ops/');

const propertiesOf = (schema: Schema, schemas: NamedSchemas) => {
  const { properties, required } = schemas.fieldsOf(schema);
  return Object.entries(properties).map(([name, each]) => ({
    name,
    schema: each,
    required: required.includes(name),
  }));
};

/** An object is sent as one parameter per key: `metadata[key]=value`. */
const styleOf = ({ type }: Json) => (type === 'object' ? { style: 'deepObject', explode: true } : {});

/** Builds the `expand` parameter: a list of values, separated by commas. */
function expandOf(endpoint: Endpoint): Json[] {
  const expandable = expandableOf(endpoint);
  if (!expandable) return [];
  const items = { type: 'string', enum: Object.keys(expandable.relations) };
  return [
    {
      name: EXPAND,
      in: 'query',
      required: false,
      style: 'form',
      explode: false,
      schema: { type: 'array', items },
    },
  ];
}

function parametersOf(call: string, endpoint: Endpoint, schemas: NamedSchemas, told: Told): Json[] {
  const inPath = endpoint.params
    ? propertiesOf(endpoint.params, schemas).map((each) => ({ ...each, in: 'path', required: true }))
    : [];
  const inQuery = endpoint.query
    ? propertiesOf(endpoint.query, schemas).map((each) => ({ ...each, in: 'query', ...styleOf(each.schema) }))
    : [];
  const shared = [ref('parameters', 'Language'), ref('parameters', 'Version')];
  if (endpoint.idempotent) shared.push(ref('parameters', 'IdempotencyKey'));
  const own = [...inPath, ...inQuery, ...expandOf(endpoint)].map((each) =>
    describedParameter(call, each, told),
  );
  return [...own, ...shared];
}

function bodyOf(name: string, endpoint: Endpoint, owner: string, schemas: NamedSchemas): Json | null {
  const example = EXAMPLES[name];
  if (endpoint.consumes === 'multipart') {
    const fields = endpoint.body
      ? schemas.fieldsOf(endpoint.body, 'input', `${owner}Input`)
      : { properties: {}, required: [] };
    const schema = schemas.add(`${owner}Input`, {
      type: 'object',
      required: [...fields.required, 'file'],
      properties: {
        ...fields.properties,
        file: { type: 'string', contentMediaType: 'application/octet-stream' },
      },
    });
    return { required: true, content: { 'multipart/form-data': { schema } } };
  }
  if (!endpoint.body) return null;
  const media = {
    schema: schemas.use(endpoint.body, 'input', `${owner}Input`),
    ...(example ? { example } : {}),
  };
  return { required: true, content: { 'application/json': media } };
}

const headersOf = (endpoint: Endpoint): Json => ({
  ...sharedHeaders,
  ...(endpoint.idempotent ? { [REPLAYED_HEADER]: ref('headers', 'IdempotentReplayed') } : {}),
});

/** Returns a reply's name: `TransactionPage`, `RoleReply`, `RoleListReply`, `DoneReply`, `AmanReply`. */
function replyNameOf({ kind, schema }: Endpoint['reply'], inner: Json | null, owner: string): string {
  if (kind === 'done') return 'DoneReply';
  if (kind === 'top') return (schema && names.get(schema)?.id) ?? `${owner}Reply`;
  const of = nameOf(inner ?? {}) || nameOf((inner?.items as Json) ?? {});
  const name = of.replace(/Result$/, '') || owner;
  if (kind === 'list' || kind === 'nested-list') return `${name}Page`;
  return inner?.items ? `${name}ListReply` : `${name}Reply`;
}

function replyOf({ reply }: Endpoint, owner: string, schemas: NamedSchemas): Json | null {
  const isTop = reply.kind === 'top';
  const inner = reply.schema && !isTop ? schemas.use(reply.schema, 'output', `${owner}Result`) : null;
  const name = replyNameOf(reply, inner, owner);
  const body = replyBody(reply, (schema) => {
    if (schema === AnyMeta) return schemas.use(AnyMeta, 'output', 'Meta');
    return isTop ? schemas.fieldsOf(schema, 'output', name) : (inner as Json);
  });
  return body && schemas.add(name, body);
}

function responsesOf(
  endpoint: Endpoint,
  words: OpenApiOptions['words'],
  owner: string,
  schemas: NamedSchemas,
  errors: ErrorCodes,
  common: ErrorCodes,
): Json {
  const schema = replyOf(endpoint, owner, schemas);
  const content = schema
    ? {
        'application/json': {
          schema,
          ...(isForKeys(endpoint) ? { example: sampleOf(schema, schemas.all) } : {}),
        },
      }
    : endpoint.reply.kind === 'events'
      ? { 'text/event-stream': { schema: { type: 'string' } } }
      : { '*/*': { schema: { type: 'string', contentMediaType: 'application/octet-stream' } } };
  const refused = Object.entries(errors).map(([status, codes]) => [
    status,
    codes.join() === common[status]?.join()
      ? ref('responses', `Error${status}`)
      : errorResponse(status, codes, words),
  ]);
  const status = String(endpoint.status ?? 200);
  return {
    [status]: { description: words('status.success'), headers: headersOf(endpoint), content },
    ...Object.fromEntries(refused),
  };
}

/** Keys may use calls that have a mode and require only permissions that keys can have; sessions may use every call. */
function securityOf(endpoint: Endpoint): Json[] {
  if (endpoint.access === 'public') return [];
  if (endpoint.keys === 'public') return [{ publicKey: [] }, { secretKey: [] }, { session: [] }];
  return isForKeys(endpoint) ? [{ secretKey: [] }, { session: [] }] : [{ session: [] }];
}

const camel = (text: string) => text.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

function operationOf(
  noun: string,
  key: string,
  endpoint: Endpoint,
  options: OpenApiOptions,
  schemas: NamedSchemas,
  common: ErrorCodes,
): Operation {
  const name = `${noun}.${key}`;
  const operationId = camel(`${noun}-${key}`);
  const owner = capital(operationId);
  const body = bodyOf(name, endpoint, owner, schemas);
  const errors = errorCodesOf(noun, key, endpoint);
  return {
    operationId,
    summary: options.words(`op.${name}`),
    description: describedCall(name, endpoint, options),
    tags: [noun],
    security: securityOf(endpoint),
    parameters: parametersOf(name, endpoint, schemas, options) as NonNullable<Operation['parameters']>,
    ...(body ? { requestBody: body as NonNullable<Operation['requestBody']> } : {}),
    responses: responsesOf(endpoint, options.words, owner, schemas, errors, common) as Operation['responses'],
  };
}

const errorSchema: Json = {
  type: 'object',
  required: ['statusCode', 'message', 'code', 'requestId'],
  properties: {
    statusCode: { type: 'integer' },
    message: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
    code: { type: 'string', examples: ['amount_too_large'] },
    param: { type: 'string', examples: ['amount'] },
    doc_url: { type: 'string', format: 'uri' },
    requestId: { type: 'string' },
    errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
    error_codes: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
    error_places: {
      type: 'object',
      additionalProperties: { $ref: '#/components/schemas/SheetPlace' },
    },
    errorMessages: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
    error: { type: 'string' },
  },
};

const sheetPlaceSchema: Json = {
  type: 'object',
  required: ['row', 'field'],
  properties: { row: { type: 'integer' }, field: { type: 'string', examples: ['email'] } },
};

function componentsOf(told: Told, schemas: NamedSchemas, common: ErrorCodes): OpenApiDocument['components'] {
  const { words } = told;
  const responses = Object.entries(common).map(([status, codes]) => [
    `Error${status}`,
    errorResponse(status, codes, words),
  ]);
  return {
    securitySchemes: {
      secretKey: { type: 'http', scheme: 'bearer', description: words('security.secretKey') },
      publicKey: { type: 'http', scheme: 'bearer', description: words('security.publicKey') },
      session: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'JWT',
        description: words('security.session'),
      },
    },
    parameters: {
      Language: {
        name: 'Accept-Language',
        in: 'header',
        description: words('header.language'),
        schema: { type: 'string', enum: ['en', 'ar'] },
      },
      Version: {
        name: VERSION_HEADER,
        in: 'header',
        description: words('header.version'),
        schema: { type: 'string', enum: [...API_VERSIONS] },
      },
      IdempotencyKey: {
        name: 'Idempotency-Key',
        in: 'header',
        description: words('header.idempotencyKey'),
        schema: { type: 'string', maxLength: 255 },
      },
    },
    headers: {
      ...Object.fromEntries(
        Object.entries(REPLY_HEADERS).map(([key, { schema }]) => [
          key,
          { description: words(`reply.${key}`), schema },
        ]),
      ),
      RetryAfter: { description: words('retryAfter'), schema: { type: 'integer' } },
      IdempotentReplayed: {
        description: words('reply.IdempotentReplayed'),
        schema: { type: 'string', enum: ['true'] },
      },
    },
    schemas: Object.fromEntries(
      Object.entries({ Error: errorSchema, SheetPlace: sheetPlaceSchema, ...schemas.sorted() }).map(
        ([name, each]) => [name, describedSchema(name, each, told)],
      ),
    ),
    responses: Object.fromEntries(responses),
  };
}

/** The webhook requests, by event. */
function webhooksOf(words: OpenApiOptions['words'], schemas: NamedSchemas): Json {
  const headers = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
    name,
    in: 'header',
    required: true,
    description: words(`webhook.${name}`),
    schema: { type: 'string' },
  }));
  const one = (type: string, data: Schema) => {
    const owner = capital(camel(type.replaceAll('.', '-')));
    return {
      post: {
        operationId: camel(`on-${type.replaceAll('.', '-')}`),
        summary: words(`event.${type}`),
        tags: ['webhooks'],
        security: [],
        parameters: headers,
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: schemas.add(`${owner}Event`, {
                type: 'object',
                required: ['id', 'type', 'version', 'timestamp', 'mode', 'data'],
                properties: {
                  id: { type: 'integer', minimum: 1 },
                  type: { const: type },
                  version: { const: LATEST_VERSION },
                  timestamp: { type: 'string', format: 'date-time' },
                  mode: { type: 'string', enum: WEBHOOK_MODES },
                  data: schemas.use(data, 'output', `${owner}Data`),
                },
              }),
            },
          },
        },
        responses: {
          '2XX': { description: words('webhook.taken') },
          '4XX': { description: words('webhook.again') },
        },
      },
    };
  };
  return Object.fromEntries(Object.entries(WEBHOOK_EVENTS).map(([type, data]) => [type, one(type, data)]));
}

/** Adds `expanded` to the rows that support it; runs last, because rows may contain each other. */
function addExpanded(tables: Readonly<Record<string, Endpoints>>, schemas: NamedSchemas): void {
  const added = Object.values(tables)
    .flatMap((endpoints) => Object.values(endpoints))
    .flatMap((endpoint) => {
      const expandable = expandableOf(endpoint);
      const row = endpoint.reply.schema && names.get(endpoint.reply.schema)?.id;
      if (!expandable || !row) return [];
      const of = `${capital(camel(expandable.kind))}Expanded`;
      return [{ row, schema: schemas.use(expandable.schema, 'output', of) }];
    });
  for (const { row, schema } of added) {
    const { properties, ...rest } = schemas.all[row] as { properties: Json };
    schemas.all[row] = { ...rest, properties: { ...properties, [EXPANDED]: schema } };
  }
}

/** Generates the document of every call for merchants. */
export function openApiOf(
  tables: Readonly<Record<string, Endpoints>>,
  options: OpenApiOptions,
): OpenApiDocument {
  const { origin, version, words } = options;
  const live = { url: `${origin}/api`, description: words('server.live') };
  const test = { url: `${origin}/api/sandbox`, description: words('server.test') };
  const paths: OpenApiDocument['paths'] = {};
  const nouns = new Set<string>();
  const schemas = new NamedSchemas();
  const common = commonErrors(
    Object.entries(tables).flatMap(([noun, endpoints]) =>
      Object.entries(endpoints)
        .filter(([, endpoint]) => isForMerchants(endpoint))
        .map(([key, endpoint]) => errorCodesOf(noun, key, endpoint)),
    ),
  );
  for (const [noun, endpoints] of Object.entries(tables)) {
    for (const [key, endpoint] of Object.entries(endpoints)) {
      if (!isForMerchants(endpoint)) continue;
      nouns.add(noun);
      const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
      const operation = operationOf(noun, key, endpoint, options, schemas, common);
      // Calls that are identical in both modes are listed under the first base only.
      const only = endpoint.base === 'fixed' ? { servers: [live] } : {};
      const entry = paths[path] ?? {};
      entry[endpoint.method.toLowerCase()] = { ...operation, ...only };
      paths[path] = entry;
    }
  }
  const webhooks = webhooksOf(words, schemas);
  addExpanded(tables, schemas);
  return {
    openapi: '3.1.0',
    info: { title: words('title'), version, description: words('description') },
    servers: [test, live],
    tags: [...nouns].map((name) => ({ name, description: words(`tag.${name}`) })),
    paths,
    webhooks,
    components: componentsOf(options, schemas, common),
  };
}
