import { errorCodesOf } from '@daftar/contract/call-errors';
import type { Endpoint } from '@daftar/contract/endpoint';
import type { ErrorBody } from '@daftar/contract/envelope';
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

/**
 * Compares every error that the server answers with the errors that its call declares.
 * @returns a function that throws if a call has answered an undeclared code since it was last asked
 */
export function watchErrors(server: FastifyInstance): () => void {
  const undeclared = new Set<string>();
  server.addHook('onSend', async (request, reply, payload) => {
    const { endpoint } = request.routeOptions.config;
    const call = endpoint && called.get(endpoint);
    // A file that breaks off is a stream, and a person is shown a page.
    if (!call || reply.statusCode < 400 || typeof payload !== 'string' || !payload.startsWith('{'))
      return payload;
    // At the host of a merchant's own domain the call is not there at all.
    if (reply.statusCode === 404 && !request.admitted) return payload;
    const { code, error_codes = {} } = JSON.parse(payload) as ErrorBody;
    const declared = errorCodesOf(call.noun, call.name, endpoint)[reply.statusCode] ?? [];
    for (const each of [code, ...Object.values(error_codes).flat()])
      if (!declared.includes(each)) undeclared.add(`${call.noun}.${call.name}: ${reply.statusCode} ${each}`);
    return payload;
  });
  return () => {
    if (undeclared.size === 0) return;
    const found = [...undeclared].join('\n');
    undeclared.clear();
    throw new Error(`Undeclared errors (contract/src/operation-errors.ts):\n${found}`);
  };
}
