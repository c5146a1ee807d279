import { errorCodesOf } from '@daftar/contract/call-errors';
import type { Endpoint } from '@daftar/contract/endpoint';
import { isForMerchants } from '@daftar/contract/openapi';
import type { FastifyInstance } from 'fastify';
import { allEndpoints } from '../../src/endpoints.ts';

const called = new Map(
  Object.entries(allEndpoints).flatMap(([noun, table]) =>
    Object.entries(table as Record<string, Endpoint>)
      .filter(([, endpoint]) => isForMerchants(endpoint))
      .map(([name, endpoint]) => [endpoint, { noun, name }] as const),
  ),
);

const declared = new Map<Endpoint, Record<string, string[]>>();

/** The codes that a call of merchants may answer with, by status; null for calls of the console. */
function declaredOf(endpoint: Endpoint): Record<string, string[]> | null {
  const call = called.get(endpoint);
  if (!call) return null;
  const codes = declared.get(endpoint) ?? errorCodesOf(call.noun, call.name, endpoint);
  declared.set(endpoint, codes);
  return codes;
}

/**
 * Compares every error that the server answers with the errors that its call declares.
 * @returns a function that throws if a call has answered an undeclared code since it was last asked
 */
export function watchErrors(server: FastifyInstance): () => void {
  const undeclared = new Set<string>();
  server.addHook('onSend', async (request, reply, payload) => {
    const { endpoint } = request.routeOptions.config;
    if (!endpoint || reply.statusCode < 400 || typeof payload !== 'string') return payload;
    const codes = declaredOf(endpoint)?.[reply.statusCode] ?? (called.has(endpoint) ? [] : null);
    if (!codes || !payload.startsWith('{')) return payload;
    const { code, error_codes = {} } = JSON.parse(payload) as {
      code: string;
      error_codes?: Record<string, string[]>;
    };
    const { noun, name } = called.get(endpoint)!;
    for (const each of [code, ...Object.values(error_codes).flat()])
      if (!codes.includes(each)) undeclared.add(`${noun}.${name}: ${reply.statusCode} ${each}`);
    return payload;
  });
  return () => {
    if (undeclared.size === 0) return;
    const found = [...undeclared].join('\n');
    undeclared.clear();
    throw new Error(`Undeclared errors (contract/src/operation-errors.ts):\n${found}`);
  };
}
