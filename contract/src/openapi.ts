/** Generates the OpenAPI 3.1 document from the mounted endpoints. */
import * as z from 'zod/mini';
import { isForKeys } from './api-keys.ts';
import { type Endpoint, type Endpoints, REPLAYED_HEADER } from './endpoint.ts';
import { replyJsonSchema } from './envelope.ts';
import { EXAMPLES } from './openapi-examples.ts';
import type { Schema } from './schema.ts';
import { WEBHOOK_EVENTS } from './webhooks.ts';

type Json = Record<string, unknown>;

/** Options of the document. */
export interface OpenApiOptions {
  /** Origin of the API, without a trailing slash. */
  origin: string;
  version: string;
  /** Returns a text by its key: `title`, `description`, `tag.<noun>`, `op.<noun>.<endpoint>`, `status.<code>` … */
  words(key: string): string;
}

/** One operation, for renderers. */
export interface Operation extends Json {
  operationId: string;
  summary: string;
  tags: string[];
  security: Json[];
  parameters?: { name: string; in: string; required?: boolean; schema: Json }[];
  requestBody?: { required: boolean; content: Record<string, { schema: Json; example?: unknown }> };
  responses: Record<string, Json>;
}

export interface OpenApiDocument extends Json {
  info: { title: string; version: string; description: string };
  servers: { url: string; description: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
}

/** Whether an endpoint is documented for merchants: all except the provider's console. */
export const isForMerchants = (endpoint: Endpoint): boolean =>
  endpoint.access !== 'operator' && !endpoint.path.startsWith('/ops/');

/** JSON Schema of the input of a call, before parsing. */
function inputSchema(schema: Schema): Json {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', target: 'draft-2020-12' });
  const { $schema: _, ...rest } = json as Json;
  return rest;
}

const propertiesOf = (schema: Schema) => {
  const { properties = {}, required = [] } = inputSchema(schema) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, each]) => ({
    name,
    schema: each,
    required: required.includes(name),
  }));
};

const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });

function parametersOf(endpoint: Endpoint): Json[] {
  const inPath = endpoint.params
    ? propertiesOf(endpoint.params).map((each) => ({ ...each, in: 'path', required: true }))
    : [];
  const inQuery = endpoint.query
    ? propertiesOf(endpoint.query).map((each) => ({ ...each, in: 'query' }))
    : [];
  const shared = [ref('parameters', 'Language')];
  if (endpoint.idempotent) shared.push(ref('parameters', 'IdempotencyKey'));
  return [...inPath, ...inQuery, ...shared];
}

function bodyOf(name: string, endpoint: Endpoint): Json | null {
  const example = EXAMPLES[name];
  if (endpoint.consumes === 'multipart') {
    const fields = endpoint.body ? inputSchema(endpoint.body) : { type: 'object' };
    const schema = {
      ...fields,
      properties: {
        ...((fields.properties as Json | undefined) ?? {}),
        file: { type: 'string', contentMediaType: 'application/octet-stream' },
      },
    };
    return { required: true, content: { 'multipart/form-data': { schema } } };
  }
  if (!endpoint.body) return null;
  const media = { schema: inputSchema(endpoint.body), ...(example ? { example } : {}) };
  return { required: true, content: { 'application/json': media } };
}

/** The headers of every reply of the API. */
const REPLY_HEADERS = {
  RequestId: { name: 'X-Request-Id', schema: { type: 'string', format: 'uuid' } },
  RateLimit: { name: 'X-RateLimit-Limit', schema: { type: 'integer' } },
  RateLimitRemaining: { name: 'X-RateLimit-Remaining', schema: { type: 'integer' } },
  RateLimitReset: { name: 'X-RateLimit-Reset', schema: { type: 'integer' } },
} as const;

const sharedHeaders = Object.fromEntries(
  Object.entries(REPLY_HEADERS).map(([key, { name }]) => [name, ref('headers', key)]),
);

const headersOf = (endpoint: Endpoint): Json => ({
  ...sharedHeaders,
  ...(endpoint.idempotent ? { [REPLAYED_HEADER]: ref('headers', 'IdempotentReplayed') } : {}),
});

function responsesOf(endpoint: Endpoint, words: OpenApiOptions['words']): Json {
  const schema = replyJsonSchema(endpoint.reply);
  const content = schema
    ? { 'application/json': { schema } }
    : endpoint.reply.kind === 'events'
      ? { 'text/event-stream': { schema: { type: 'string' } } }
      : { '*/*': { schema: { type: 'string', contentMediaType: 'application/octet-stream' } } };
  const codes = new Set(['400', '429', '500']);
  if (endpoint.access !== 'public') for (const code of ['401', '403']) codes.add(code);
  if (endpoint.params) codes.add('404');
  if (endpoint.idempotent) codes.add('409');
  if (endpoint.query || endpoint.body || endpoint.consumes === 'multipart') codes.add('422');
  const errors = [...codes].toSorted().map((code) => [code, ref('responses', `Error${code}`)]);
  const status = String(endpoint.status ?? 200);
  return {
    [status]: { description: words('status.success'), headers: headersOf(endpoint), content },
    ...Object.fromEntries(errors),
  };
}

/** Keys may call what has a mode and needs only permissions that keys can have; sessions may call everything. */
function securityOf(endpoint: Endpoint): Json[] {
  if (endpoint.access === 'public') return [];
  return isForKeys(endpoint) ? [{ secretKey: [] }, { session: [] }] : [{ session: [] }];
}

const camel = (text: string) => text.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

function operationOf(noun: string, key: string, endpoint: Endpoint, options: OpenApiOptions): Operation {
  const name = `${noun}.${key}`;
  const body = bodyOf(name, endpoint);
  const operationId = camel(`${noun}-${key}`);
  return {
    operationId,
    summary: options.words(`op.${name}`),
    tags: [noun],
    security: securityOf(endpoint),
    parameters: parametersOf(endpoint) as NonNullable<Operation['parameters']>,
    ...(body ? { requestBody: body as NonNullable<Operation['requestBody']> } : {}),
    responses: responsesOf(endpoint, options.words) as Operation['responses'],
  };
}

const errorSchema: Json = {
  type: 'object',
  required: ['statusCode', 'message'],
  properties: {
    statusCode: { type: 'integer' },
    message: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
    errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
    requestId: { type: 'string' },
  },
};

const ERROR_CODES = ['400', '401', '403', '404', '409', '422', '429', '500'] as const;

function componentsOf(words: OpenApiOptions['words']): Json {
  const content = { 'application/json': { schema: ref('schemas', 'Error') } };
  const responses = ERROR_CODES.map((code) => [
    `Error${code}`,
    {
      description: words(`status.${code}`),
      headers: {
        ...sharedHeaders,
        ...(code === '429' ? { 'Retry-After': ref('headers', 'RetryAfter') } : {}),
      },
      content,
    },
  ]);
  return {
    securitySchemes: {
      secretKey: { type: 'http', scheme: 'bearer', description: words('security.secretKey') },
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
    schemas: { Error: errorSchema },
    responses: Object.fromEntries(responses),
  };
}

/** The webhook requests, by event. */
function webhooksOf(words: OpenApiOptions['words']): Json {
  const headers = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
    name,
    in: 'header',
    required: true,
    schema: { type: 'string' },
  }));
  const one = (type: string, data: Schema) => {
    const { $schema: _, ...schema } = z.toJSONSchema(data, { target: 'draft-2020-12' }) as Json;
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
              schema: {
                type: 'object',
                required: ['type', 'timestamp', 'mode', 'data'],
                properties: {
                  type: { const: type },
                  timestamp: { type: 'string', format: 'date-time' },
                  mode: { type: 'string', enum: ['live', 'test'] },
                  data: schema,
                },
              },
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
  for (const [noun, endpoints] of Object.entries(tables)) {
    for (const [key, endpoint] of Object.entries(endpoints)) {
      if (!isForMerchants(endpoint)) continue;
      nouns.add(noun);
      const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
      const operation = operationOf(noun, key, endpoint, options);
      // Calls that are the same in both modes are listed under the first base only.
      const only = endpoint.base === 'fixed' ? { servers: [live] } : {};
      const entry = paths[path] ?? {};
      entry[endpoint.method.toLowerCase()] = { ...operation, ...only };
      paths[path] = entry;
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: words('title'), version, description: words('description') },
    servers: [test, live],
    tags: [...nouns].map((name) => ({ name, description: words(`tag.${name}`) })),
    paths,
    webhooks: webhooksOf(words),
    components: componentsOf(words),
  };
}
