import { type Endpoint, type Endpoints, REPLAYED_HEADER, readsAtStandby } from '@daftar/contract/endpoint';
import { askedExpand, expandableOf } from '@daftar/contract/expand';
import { isForOperators } from '@daftar/contract/ops-roles';
import { judgeNamesBy } from '@daftar/contract/person-name';
import { unknownFields } from '@daftar/contract/unknown-fields';
import { type FieldMessages, type Validated, validate } from '@daftar/contract/validate';
import { type ApiVersion, FIRST_VERSION, isStrict, VERSION_HEADER } from '@daftar/contract/versions';
import { namesWebAddress } from '@daftar/contract/web-address';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App, Caller, Mode, Operator } from '../context.ts';
import { clientAddress } from './addresses.ts';
import { type Admission, kindOf } from './admission.ts';
import { FILE_COMPRESSION } from './compression.ts';
import { InvalidError, NotFoundError } from './errors.ts';
import { type EventsResult, sendEvents } from './events.ts';
import { type Expand, type Expansion, expanded, requireExpandable } from './expand.ts';
import { type Authenticate, type AuthenticateOperator, guard, guardOperator, visitorOf } from './guard.ts';
import type { Guesses } from './guesses.ts';
import type { Context, FileResult, Handlers } from './handlers.ts';
import { idempotently, type KeyOwner } from './idempotency.ts';
import { readMultipart } from './multipart.ts';
import { envelopeOf, sendFile } from './reply.ts';
import { repeatedNames } from './scan-json.ts';
import { serializerOf } from './serializers.ts';
import { answeringVersion } from './version.ts';

judgeNamesBy(namesWebAddress);

/** The dependencies of mounting, besides the noun's endpoints and handlers. */
export interface MountOptions {
  app: App;
  authenticate: Authenticate;
  authenticateOperator: AuthenticateOperator;
  /** Counts unknown tokens of directories (SCIM); the two functions above count their own. */
  guesses: Guesses;
  /** Limits how many calls run at a time. */
  admission: Admission;
  /** Reads the related objects of `expand`, of any noun. */
  expand: Expand;
  /** For tests: validates every reply against its schema, so that differences fail there. */
  strictReplies?: boolean;
}

/** The caller of a call, as found by its guard, and the API version. */
interface Admitted {
  caller: Caller | null;
  operator: Operator | null;
  /** Undefined for the console's calls, which have no versions. */
  version: ApiVersion | undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    admitted: Admitted | null;
  }
  interface FastifyContextConfig {
    /** The call that a route answers; absent for pages and other addresses outside the contract. */
    endpoint?: Endpoint;
  }
}

type AnyHandler = (context: Context) => Promise<unknown>;

/** Mounts a noun's endpoints under their base paths. All API routes are added here. */
export function mount<T extends Endpoints>(
  server: FastifyInstance,
  options: MountOptions,
  endpoints: T,
  handlers: Handlers<T>,
): void {
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const handler = handlers[name] as unknown as AnyHandler;
    // A call for test keys only is in test mode, although its path is fixed.
    mountOne(server, options, endpoint, handler, '/api', endpoint.keys === 'test' ? 'test' : 'live');
    if (endpoint.base === 'mode') mountOne(server, options, endpoint, handler, '/api/sandbox', 'test');
  }
}

const ANY_SITE = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': `${VERSION_HEADER}, retry-after, x-request-id`,
};
const PREFLIGHT = {
  ...ANY_SITE,
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': `authorization, content-type, accept-language, ${VERSION_HEADER}`,
  'access-control-max-age': '7200',
};

/** Allows cross-origin calls with a public key; cookies are not accepted. */
function openToWebsites(server: FastifyInstance, url: string): void {
  server.options(url, (_request, reply) => reply.code(204).headers(PREFLIGHT).send());
}

function mountOne(
  server: FastifyInstance,
  options: MountOptions,
  endpoint: Endpoint,
  handler: AnyHandler,
  base: string,
  mode: Mode,
): void {
  const status = endpoint.status ?? 200;
  const kind = kindOf(endpoint);
  const { admission } = options;
  const { standby } = options.app;
  const isRead = standby !== undefined && readsAtStandby(endpoint);
  if (endpoint.keys === 'public') openToWebsites(server, `${base}${endpoint.path}`);
  server.route({
    method: endpoint.method,
    url: `${base}${endpoint.path}`,
    config: { endpoint },
    ...(endpoint.reply.kind === 'file' ? { compress: FILE_COMPRESSION } : {}),
    // Before the body is read, so that callers without a session cannot make us parse megabytes.
    onRequest: async (request, reply) => {
      // First, so that web pages can read errors as well.
      if (endpoint.keys === 'public') reply.headers(ANY_SITE);
      if (endpoint.access === 'public') {
        request.admitted = {
          caller: null,
          operator: null,
          version: answeringVersion(request, reply, undefined),
        };
        return;
      }
      if (isForOperators(endpoint.access)) {
        const operator = await guardOperator(
          options.authenticateOperator,
          endpoint,
          request,
          options.app.config,
        );
        request.admitted = { caller: null, operator, version: undefined };
        request.principalKey = operator.sessionKey;
        admission.saw(clientAddress(request));
        return;
      }
      const caller = await guard(options.authenticate, endpoint, mode, request);
      admission.saw(clientAddress(request));
      const version = answeringVersion(request, reply, caller.key?.version);
      request.admitted = { caller, operator: null, version };
    },
    handler: async (request, reply) => {
      const { caller, operator, version } = request.admitted!;
      const multipart = await readMultipart(endpoint, request);
      const { names, ...input } = readInput(
        endpoint,
        request,
        multipart ? multipart.fields : request.body,
        version,
      );
      const sent = multipart ? { fields: multipart.fields, file: multipart.fileHash } : request.body;
      const expansion = expansionOf(endpoint, names, caller);
      let end =
        kind === null ? null : await admission.enter(kind, whoIs(caller, operator), clientAddress(request));
      const run = async (app: App) => {
        const file = multipart?.file ?? null;
        const context = {
          ...input,
          file,
          app,
          caller,
          operator,
          visitor: visitorOf(request),
          version: version ?? FIRST_VERSION,
          request,
          reply,
        };
        const result = await handler(context as unknown as Context);
        if (end && kind === 'exports') {
          const file = result as FileResult;
          // The query runs until the file is sent.
          if ('stream' in file) {
            file.stream.once('close', end);
            end = null;
          }
        }
        return result;
      };
      try {
        return await answer(
          options,
          endpoint,
          status,
          caller ?? keysOf(operator),
          // A reply read at the standby is never older than what was committed when the call arrived.
          isRead
            ? (app) =>
                standby.read(
                  (sql) => run({ ...app, db: sql, pool: sql, primary: app.pool }),
                  () => run(app),
                )
            : run,
          sent,
          request,
          reply,
          expansion,
        );
      } finally {
        end?.();
      }
    },
  });
}

/** Returns the key by which callers take turns; null for strangers, who take turns by network. */
function whoIs(caller: Caller | null, operator: Operator | null): string | null {
  if (caller) return `merchant ${caller.merchantId}`;
  return operator && `operator ${operator.operatorId}`;
}

/** Returns the expansion that `expand` requests. @throws ForbiddenError for objects that the caller may not read */
function expansionOf(endpoint: Endpoint, names: readonly string[], caller: Caller | null): Expansion | null {
  const expandable = expandableOf(endpoint);
  if (names.length === 0 || !expandable || !caller) return null;
  const expansion = { expandable, names, caller };
  requireExpandable(expansion);
  return expansion;
}

/** The owner of an operator's idempotency keys: they belong to no merchant, and no two operators share one. */
const keysOf = (operator: Operator | null): KeyOwner | null =>
  operator && { merchantId: 0, mode: 'live', of: `operator:${operator.operatorId}:` };

async function answer(
  options: MountOptions,
  endpoint: Endpoint,
  status: number,
  owner: KeyOwner | null,
  run: (app: App) => Promise<unknown>,
  sent: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  expansion: Expansion | null,
): Promise<FastifyReply | string> {
  const { app } = options;
  const locale = visitorOf(request).locale;
  if (endpoint.reply.kind === 'events') return sendEvents(request, reply, (await run(app)) as EventsResult);
  if (endpoint.reply.kind === 'file') return sendFile(reply, (await run(app)) as FileResult);
  const serialize = await serializerOf(expansion?.expandable.reply ?? endpoint.reply);
  const toBody = (result: unknown) => envelopeOf(endpoint, status, locale, result, options.strictReplies);
  if (endpoint.idempotent && owner && request.headers['idempotency-key'] !== undefined) {
    const stored = await idempotently(app, owner, request, sent, async (inner) => {
      return { status, body: serialize(toBody(await run(inner))) };
    });
    if (stored.isReplayed) reply.header(REPLAYED_HEADER, 'true');
    return asJson(reply, stored.status, stored.body);
  }
  const plain = toBody(await run(app));
  const body = expansion ? await expanded(app, options.expand, expansion, plain) : plain;
  return asJson(reply, status, serialize(body));
}

/** Returns the body for Fastify to send: a handler that returned the reply would wait until it is sent. */
function asJson(reply: FastifyReply, status: number, body: string): string {
  reply.code(status).type('application/json; charset=utf-8');
  return body;
}

/** Blank query values mean "no filter", as forms send them. */
function withoutBlanks(query: unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(query as object).filter(([, value]) => value !== ''));
}

function readInput(
  endpoint: Endpoint,
  request: FastifyRequest,
  sent: unknown,
  version: ApiVersion | undefined,
) {
  const params = endpoint.params ? validate(endpoint.params, request.params) : null;
  // An id that cannot be parsed is 404.
  if (params && !params.ok) throw new NotFoundError();
  const expandable = expandableOf(endpoint);
  const whole = withoutBlanks(request.query);
  const expand = expandable && askedExpand(whole, expandable);
  const asked = expand?.rest ?? whole;
  const query = endpoint.query ? validate(endpoint.query, asked) : null;
  const body = endpoint.body ? validate(endpoint.body, sent ?? {}) : null;
  const isRefused = version !== undefined && isStrict(version);
  const errors: FieldMessages = {
    ...(isRefused ? unknownFields(endpoint.query, asked, 'UnknownFilter') : {}),
    ...(isRefused ? unknownFields(endpoint.body, sent, 'UnknownField') : {}),
    ...(isRefused ? repeatedFields(request.body) : {}),
    ...expand?.errors,
    ...(query && !query.ok ? query.errors : {}),
    ...(body && !body.ok ? body.errors : {}),
  };
  if (Object.keys(errors).length > 0) throw new InvalidError(errors);
  return { names: expand?.names ?? [], params: parsed(params), query: parsed(query), body: parsed(body) };
}

/** Reports repeated fields, of which a JSON parser silently takes the last value, which may not be the intended one. */
function repeatedFields(body: unknown): FieldMessages {
  const names = typeof body === 'object' && body ? (repeatedNames.get(body) ?? []) : [];
  return Object.fromEntries(names.map((name) => [name, [{ key: 'RepeatedField' as const }]]));
}

function parsed(result: Validated<unknown> | null): unknown {
  return result?.ok ? result.value : undefined;
}
