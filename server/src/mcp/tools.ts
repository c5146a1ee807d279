/** The API's calls as tools, with the names, descriptions and schemas of its document. */
import { isForKeys } from '@daftar/contract/api-keys';
import { type Endpoint, IDEMPOTENCY_KEPT_HOURS } from '@daftar/contract/endpoint';
import type { OpenApiDocument, Operation } from '@daftar/contract/openapi';
import { stepUpFields } from '@daftar/contract/step-up';
import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { openApiIn } from '../docs/openapi.ts';
import { allEndpoints } from '../endpoints.ts';
import type { Caller, Mode } from '../platform/context.ts';
import { mayCall } from '../platform/http/guard.ts';
import { type Locale, sentenceOr, translate } from '../platform/i18n/translate.ts';
import { standingAlone } from './schema.ts';

type Json = Record<string, unknown>;
type Fields = Record<string, Json>;

/** Calls that take money out of a balance; a program should ask a person first. */
export const MOVES_MONEY: ReadonlySet<string> = new Set([
  'refunds.create',
  'refunds.amanRefund',
  'payouts.request',
]);

/** The field that identifies repetitions of a call; besides the call's own fields. */
export const IDEMPOTENCY_FIELD = 'idempotency_key';

/** A call as a tool, with the location of each field. */
export interface ApiTool {
  /** The name in the contract: `payment-links.create`. */
  name: string;
  endpoint: Endpoint;
  tool: Tool;
  inPath: readonly string[];
  inQuery: readonly string[];
  inBody: readonly string[];
}

const camel = (text: string) => text.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Returns whether a call can be a tool: a model cannot read files, and a message cannot contain any. */
const isTool = (endpoint: Endpoint) =>
  isForKeys(endpoint) &&
  endpoint.keys !== 'public' &&
  endpoint.consumes !== 'multipart' &&
  endpoint.reply.kind !== 'file' &&
  endpoint.reply.kind !== 'events';

function parametersOf({ parameters = [] }: Operation, place: 'path' | 'query', schemas: Fields): Fields {
  const own = parameters.filter((each) => each.in === place);
  return Object.fromEntries(
    own.map(({ name, schema, description }) => [
      name,
      standingAlone({ ...schema, ...(description ? { description } : {}) }, schemas) as Json,
    ]),
  );
}

/** Returns the fields of a JSON body, without proofs of people, which a key cannot give. */
function bodyOf({ requestBody }: Operation, schemas: Fields): { fields: Fields; required: string[] } {
  const { schema } = requestBody?.content['application/json'] ?? {};
  const { properties = {}, required = [] } = (schema ? standingAlone(schema, schemas) : {}) as {
    properties?: Fields;
    required?: string[];
  };
  const fields = Object.entries(properties).filter(([name]) => !Object.hasOwn(stepUpFields, name));
  return { fields: Object.fromEntries(fields), required };
}

function hintsOf(name: string, { method, idempotent }: Endpoint): NonNullable<Tool['annotations']> {
  const isReading = method === 'GET';
  return {
    readOnlyHint: isReading,
    // A call that creates something is additive; any other changes existing data.
    destructiveHint: !isReading && (MOVES_MONEY.has(name) || idempotent !== true),
    idempotentHint: isReading || idempotent === true || method === 'PUT' || method === 'DELETE',
    openWorldHint: false,
  };
}

function toolOf(
  name: string,
  endpoint: Endpoint,
  operation: Operation,
  locale: Locale,
  schemas: Fields,
): ApiTool {
  const path = parametersOf(operation, 'path', schemas);
  const query = parametersOf(operation, 'query', schemas);
  const body = bodyOf(operation, schemas);
  const said = (key: string, params?: Record<string, number>) =>
    translate(locale, params ? { key: `mcp.${key}`, params } : `mcp.${key}`);
  const description = [
    operation.summary,
    sentenceOr(locale, `reference.${name}`, ''),
    ...(MOVES_MONEY.has(name) ? [said('movesMoney')] : []),
    ...(endpoint.idempotent ? [said('once', { hours: IDEMPOTENCY_KEPT_HOURS })] : []),
  ];
  const own = {
    [IDEMPOTENCY_FIELD]: { type: 'string', maxLength: 255, description: said('idempotencyKey') },
  };
  return {
    name,
    endpoint,
    inPath: Object.keys(path),
    inQuery: Object.keys(query),
    inBody: Object.keys(body.fields),
    tool: {
      name: operation.operationId,
      title: operation.summary,
      description: description.filter((each) => each !== '').join('\n\n'),
      annotations: { title: operation.summary, ...hintsOf(name, endpoint) },
      inputSchema: {
        type: 'object',
        properties: { ...path, ...query, ...body.fields, ...(endpoint.idempotent ? own : {}) },
        required: [...Object.keys(path), ...body.required],
        additionalProperties: false,
      },
    },
  };
}

const operationsOf = (document: OpenApiDocument) =>
  new Map(
    Object.values(document.paths)
      .flatMap((methods) => Object.values(methods))
      .map((operation) => [operation.operationId, operation]),
  );

const made = new Map<Locale, readonly ApiTool[]>();

/** Returns every tool, in the order of the contract; built once for each language. */
export function allTools(locale: Locale, origin: string): readonly ApiTool[] {
  const known = made.get(locale);
  if (known) return known;
  const document = openApiIn(locale, origin);
  const operations = operationsOf(document);
  const tools = Object.entries(allEndpoints).flatMap(([noun, endpoints]) =>
    Object.entries(endpoints as Record<string, Endpoint>)
      .filter(([, endpoint]) => isTool(endpoint))
      .map(([key, endpoint]) => {
        const operation = operations.get(camel(`${noun}-${key}`)) as Operation;
        return toolOf(`${noun}.${key}`, endpoint, operation, locale, document.components.schemas as Fields);
      }),
  );
  made.set(locale, tools);
  return tools;
}

/** Returns the base path under which a call is mounted. */
export const baseOf = ({ keys }: Endpoint, mode: Mode) =>
  keys === 'test' || mode === 'live' ? '/api' : '/api/sandbox';

/** Returns the tools that a key may call now. */
export const toolsFor = (caller: Caller, origin: string): readonly ApiTool[] =>
  allTools(caller.locale, origin).filter(
    ({ endpoint }) => (endpoint.keys !== 'test' || caller.mode === 'test') && mayCall(endpoint, caller),
  );
