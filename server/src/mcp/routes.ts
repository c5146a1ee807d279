/** The API for programs that speak the Model Context Protocol (ADR 105). */

import { LATEST_VERSION, VERSION_HEADER } from '@daftar/contract/versions';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller } from '../platform/context.ts';
import { clientAddress } from '../platform/http/addresses.ts';
import { AppError, ForbiddenError, UnauthorizedError } from '../platform/http/errors.ts';
import { type Authenticate, bearerOf, requireAddress, visitorOf } from '../platform/http/guard.ts';
import type { MountOptions } from '../platform/http/mount.ts';
import type { ApiReply, ApiRequest } from './call.ts';
import { answer } from './server.ts';

const VERSION = VERSION_HEADER.toLowerCase();
/** Headers of a request that the protocol reads. */
const OF_PROTOCOL = ['accept', 'content-type', 'mcp-protocol-version'];

/**
 * Refuses requests from browser pages. Our own pages send none, and no other page may, not even one whose name
 * resolves to us.
 */
function requireNoOtherPage({ headers: { origin } }: FastifyRequest, publicUrl: string): void {
  if (origin !== undefined && origin !== new URL(publicUrl).origin)
    throw new ForbiddenError('http.crossSite');
}

/**
 * Authenticates a request.
 * @throws UnauthorizedError 401 without a key, ForbiddenError 403 for a public key and from other addresses.
 */
async function callerOf(authenticate: Authenticate, request: FastifyRequest): Promise<Caller> {
  const token = bearerOf(request);
  const principal =
    token === null ? null : await authenticate(token, { isFresh: false, address: clientAddress(request) });
  if (!principal?.key) throw new UnauthorizedError();
  const { allowedFrom, key, ...who } = principal;
  const { locale, address } = visitorOf(request);
  // Counted separately from the key's own calls, and not logged as a call: the calls made by its tools are counted
  // and logged.
  request.principalKey = `mcp.${principal.sessionId}`;
  requireAddress(allowedFrom, address);
  if (key.kind === 'public') throw new ForbiddenError('http.publicKey');
  return { ...who, key, mode: key.mode, locale, address };
}

/** Returns a function that sends a tool's request through the normal route, on behalf of the caller of the message. */
const sender =
  (server: FastifyInstance, outer: FastifyRequest, { locale }: Caller) =>
  async ({ headers, ...request }: ApiRequest): Promise<ApiReply> => {
    const {
      statusCode,
      headers: told,
      body,
    } = await server.inject({
      ...request,
      remoteAddress: outer.ip,
      headers: {
        authorization: outer.headers.authorization ?? '',
        'accept-language': locale,
        'user-agent': outer.headers['user-agent'] ?? 'mcp',
        // The tools belong to this version, whatever the version of the key.
        [VERSION]: outer.headers[VERSION]?.toString() ?? LATEST_VERSION,
        ...headers,
      },
    });
    return { status: statusCode, headers: told, body };
  };

/** Mounts `/mcp`: the streamable HTTP transport without sessions, so that every message is a separate request. */
export function registerMcp(server: FastifyInstance, { app, authenticate }: MountOptions): void {
  const { publicUrl } = app.config;
  const callers = new WeakMap<FastifyRequest, Caller>();
  // Only this method: there is no stream to listen to, and no session to end.
  server.post(
    '/mcp',
    {
      onRequest: async (request, reply) => {
        requireNoOtherPage(request, publicUrl);
        try {
          callers.set(request, await callerOf(authenticate, request));
        } catch (error) {
          if (error instanceof UnauthorizedError) reply.header('www-authenticate', 'Bearer');
          throw error;
        }
      },
    },
    async (request, reply) => {
      const caller = callers.get(request) as Caller;
      const { body, headers } = request;
      // One message per request, as the protocol requires since 2025-06-18.
      if (typeof body !== 'object' || body === null || Array.isArray(body))
        throw new AppError(400, 'http.malformed');
      const response = await answer({
        caller,
        origin: publicUrl,
        requestId: request.id,
        headers: Object.fromEntries(
          OF_PROTOCOL.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])),
        ),
        message: body,
        send: sender(server, request, caller),
      });
      const text = await response.text();
      reply.code(response.status);
      return text === '' ? reply.send() : reply.type('application/json; charset=utf-8').send(text);
    },
  );
}
