import {
  API_VERSIONS,
  type ApiVersion,
  FIRST_VERSION,
  isVersion,
  VERSION_HEADER,
} from '@daftar/contract/versions';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RuleError } from './errors.ts';

const HEADER = VERSION_HEADER.toLowerCase();
const LONGEST_SHOWN = 30;

/**
 * Returns the version of the API for a request: the one that it names, else the key's own, else the first. The reply
 * reports it.
 * @throws RuleError 400 for a version that does not exist
 */
export function answeringVersion(
  request: FastifyRequest,
  reply: FastifyReply,
  own: ApiVersion | undefined,
): ApiVersion {
  const asked = request.headers[HEADER]?.toString().trim();
  if (asked !== undefined && !isVersion(asked))
    throw new RuleError('http.unknownVersion', {
      version: asked.slice(0, LONGEST_SHOWN),
      versions: API_VERSIONS.join(', '),
    });
  const version = asked ?? own ?? FIRST_VERSION;
  reply.header(VERSION_HEADER, version);
  return version;
}
