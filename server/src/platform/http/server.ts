import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { CHALLENGE_HEADER } from '@daftar/contract/challenge';
import type { ErrorKey } from '@daftar/contract/error-codes';
import { megabytesOf } from '@daftar/contract/files';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import { classifyDbError } from '../db/connect.ts';
import { OutsideError } from '../db/errors.ts';
import { clientAddress, networkOf, trustedAmong } from './addresses.ts';
import { isAsset } from './assets.ts';
import { clientErrors } from './client-errors.ts';
import { COMPRESSION } from './compression.ts';
import { ERROR_PAGE_POLICY, errorPage, guestLocale, wantsPage } from './error-page.ts';
import { AppError, TooManyError, UnavailableError } from './errors.ts';
import { visitorOf } from './guard.ts';
import { rememberMethods } from './methods.ts';
import { UPLOAD_LIMITS } from './multipart.ts';
import { errorBodyOf } from './reply.ts';
import { limitResponseBuffer } from './response-buffer.ts';
import { repeatedNames, scanJson } from './scan-json.ts';
import { addTracing, traceIdsOf } from './tracing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the caller is known; the rate limit counts by it. */
    principalKey: string | null;
  }
}

const BODY_LIMIT_BYTES = 1024 * 1024;
/** Time for a client to send its request; its headers have much less. */
const REQUEST_TIMEOUT_MILLISECONDS = 30_000;
const HEADERS_TIMEOUT_MILLISECONDS = 8_000;
const TIMEOUT_CHECK_MILLISECONDS = 2_000;
/** Idle time after which a connection is closed; event streams send heartbeats more often. */
const SILENCE_MILLISECONDS = 120_000;
/** No scripts, no resources, no framing. The last two do not fall back to default-src. */
const POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
/**
 * A worker obeys the policy of its own file, not the page's. The PDF reader of portal and console may compile
 * WebAssembly image decoders that it is given, and load nothing.
 */
const PDF_READER = /^\/(ops\/)?assets\/pdf\.worker[\w.-]*\.mjs$/;
const PDF_READER_POLICY = `${POLICY}; script-src 'self' 'wasm-unsafe-eval'`;
/** Deeper JSON is refused, so that recursive code is safe. No body of ours is that deep. */
const NESTING_LIMIT = 32;

/** Security headers of every reply: helmet 8's defaults, some overridden for pages and pictures on other sites (ADR 133). */
const SAFE_HEADERS = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
};
const STRICT_TRANSPORT = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' };

const noCompiler = () => () => {
  throw new Error('A route names a schema: mount() knows them all');
};

/** Creates an HTTP server with everything that all replies share, without routes. */
export async function createHttpServer(config: Config, log: Logger): Promise<FastifyInstance> {
  const stamp = stampOf(config);
  const server = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    // Entries name their request already; a child logger would add the id twice.
    childLoggerFactory: (logger) => logger,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MILLISECONDS,
    connectionTimeout: SILENCE_MILLISECONDS,
    http: {
      headersTimeout: HEADERS_TIMEOUT_MILLISECONDS,
      connectionsCheckingInterval: TIMEOUT_CHECK_MILLISECONDS,
    },
    // Idle keep-alive connections must not delay a shutdown.
    forceCloseConnections: 'idle',
    // A request that arrived before its connection closed is served like any other.
    return503OnClosing: false,
    trustProxy: config.trustedProxies.length > 0 ? trustedAmong(config.trustedProxies) : false,
    routerOptions: { maxParamLength: 300 },
    clientErrorHandler: clientErrors(config, randomUUID),
    // A malformed address (`%FF`) reaches no hook and no route, so it is answered here.
    frameworkErrors: (error, request, reply) => {
      stamp(request as FastifyRequest, reply as FastifyReply);
      answerError(config, error, request as FastifyRequest, reply as FastifyReply);
    },
    // The contract's schemas validate and serialize; Fastify's own compilers are large and would be loaded for nothing.
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
  }) as unknown as FastifyInstance;
  server.decorateRequest('principalKey', null);
  server.decorateRequest('visitor', null);
  server.decorateRequest('admitted', null);
  acceptBodies(server);
  rememberMethods(server);
  server.addHook('onRequest', (request, reply, done) => {
    stamp(request, reply);
    done();
  });
  // One after the other: loading plugins in parallel crashed Node 20.
  await server.register(cookie);
  await server.register(multipart, { limits: UPLOAD_LIMITS });
  await server.register(compress, COMPRESSION);
  await server.register(rateLimit, {
    max: config.requestsPerMinute,
    timeWindow: '1 minute',
    // After the guard, so that a merchant's burst is counted by its session, not by a shared address.
    hook: 'preParsing',
    keyGenerator: (request) => request.principalKey ?? networkOf(clientAddress(request)),
    allowList: isAsset,
    errorResponseBuilder: (_request, context) => new TooManyError(context.ttl / 1000),
  });
  limitResponseBuffer(server);
  addTracing(server, config.tracing !== null);
  server.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request;
    // The route's pattern instead of the URL, so that tokens in paths stay out of the log.
    const entry = {
      requestId: request.id,
      method,
      route: routeOptions.url,
      status: reply.statusCode,
      ip: clientAddress(request),
      // The session or key as in the audit log and the list of devices; not a secret.
      ...(request.principalKey ? { session: request.principalKey.slice(0, 36) } : {}),
    };
    request.log.info(
      { ...entry, ...traceIdsOf(request), milliseconds: Math.round(reply.elapsedTime) },
      'request',
    );
    done();
  });
  server.setErrorHandler(async (error, request, reply) =>
    answerError(config, error as FastifyError, request, reply),
  );
  return server;
}

/** Returns a function that sets the headers of every reply. */
function stampOf({ publicUrl }: Pick<Config, 'publicUrl'>) {
  const fixed = publicUrl.startsWith('https:') ? { ...SAFE_HEADERS, ...STRICT_TRANSPORT } : SAFE_HEADERS;
  return (request: FastifyRequest, reply: FastifyReply): void => {
    reply.headers(fixed);
    reply.header('x-request-id', request.id);
    // For everything but our own pages, which set their own policy.
    reply.header('content-security-policy', PDF_READER.test(request.url) ? PDF_READER_POLICY : POLICY);
    if (isPrivate(request)) reply.header('cache-control', 'no-store');
  };
}

/** Answers an error in the reader's language: with a page for people, an envelope for programs. */
function answerError(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  error: FastifyError | AppError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const fact = factOf(error);
  // Our own errors are expected; the gate has logged once why it answers 503.
  if (fact.status >= 500 && fact !== error) {
    request.log.error({ err: error, requestId: request.id }, 'request failed');
  }
  if (fact.retryAfterSeconds !== undefined) reply.header('retry-after', String(fact.retryAfterSeconds));
  if (fact instanceof TooManyError && fact.challenge) reply.header(CHALLENGE_HEADER, fact.challenge);
  // A route's own serializer is for successful replies; error bodies have the same form everywhere.
  reply
    .code(fact.status)
    .serializer((value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)));
  if (wantsPage(request)) {
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', ERROR_PAGE_POLICY)
      .header('cache-control', 'no-store')
      .send(errorPage(guestLocale(request), fact, request.id));
  }
  const body = errorBodyOf(fact, visitorOf(request).locale, request.id, publicUrl);
  return reply.type('application/json; charset=utf-8').send(body);
}

const isPrivate = ({ url }: FastifyRequest) => url.startsWith('/api') || url.startsWith('/mcp');

/** Accepts JSON under both of its content types; anything else is 415. */
function acceptBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  acceptJson(server, ['application/json', 'application/json-patch+json'], BODY_LIMIT_BYTES);
}

/** Accepts JSON in UTF-8 under some content types; an empty body is none. */
export function acceptJson(server: FastifyInstance, types: string[], bodyLimit: number): void {
  const parseJson = server.getDefaultJsonParser('error', 'error');
  server.addContentTypeParser(types, { parseAs: 'buffer', bodyLimit }, (request, body, done) => {
    const bytes = body as Buffer;
    if (bytes.length === 0) return done(null, undefined);
    // Otherwise every letter in another encoding would be stored as the same replacement character.
    if (!isUtf8(bytes)) return done(new AppError(400, 'http.notUtf8'));
    const text = bytes.toString();
    const { isTooDeep, repeated } = scanJson(text, NESTING_LIMIT);
    if (isTooDeep) return done(new AppError(400, 'http.malformed'));
    parseJson(request, text, (error, parsed) => {
      if (repeated.length > 0 && typeof parsed === 'object' && parsed) repeatedNames.set(parsed, repeated);
      done(error, parsed);
    });
  });
}

const byStatus: Record<number, ErrorKey> = {
  400: 'http.malformed',
  404: 'http.notFound',
  405: 'http.methodNotAllowed',
  408: 'http.malformed',
  413: 'http.tooLarge',
  414: 'http.tooLarge',
  415: 'http.unsupportedType',
  431: 'http.tooLarge',
};

/** Converts a thrown error to the reported one. Only our own errors are reported as they are. */
export function factOf(error: FastifyError | AppError): AppError {
  if (error instanceof AppError) return error;
  const status = error.statusCode ?? 500;
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new AppError(status, 'http.bodyTooLarge', { megabytes: megabytesOf(BODY_LIMIT_BYTES) });
  if (status < 500) return new AppError(status, byStatus[status] ?? 'http.malformed');
  // 503 for an external service that cannot be reached, as for the database.
  const failed = error instanceof OutsideError ? error.cause : error;
  if (status === 503 || classifyDbError(failed).kind === 'unavailable') return new UnavailableError();
  return new AppError(500, 'http.defect');
}
