import type { FastifyInstance } from 'fastify';

/**
 * Characters that texts, chats and documents append to a link: punctuation, closing marks, white space, invisible
 * characters.
 */
const ADDED = /[\s\p{Cf}.,;:!?'"’”»›)\]}>|*\\،؛؟۔…。、！？）」』】]/u;
/** Addresses for programs, whose paths are never corrected. */
const FOR_PROGRAMS = /^\/(?:api|assets|mcp|scim|healthz|readyz|metrics)(?:\/|$)/;
/** The last parameters of links in our messages. */
const LAST_OF_LINK = /^(.*&)?(lang|code|token)=([^&]*)$/s;

function withoutAdded(text: string, isPath: boolean): string {
  let end = text.length;
  while (end > 0 && (ADDED.test(text[end - 1]!) || (isPath && text[end - 1] === '/'))) end -= 1;
  return text.slice(0, end);
}

/** Decodes percent-encoding, and UTF-8 that a client sent unencoded; null if it is malformed. */
function decoded(part: string): string | null {
  try {
    return decodeURIComponent(
      /[\u0080-\u00ff]/.test(part) ? Buffer.from(part, 'latin1').toString('utf8') : part,
    );
  } catch {
    return null;
  }
}

/**
 * Returns the intended address if characters were appended to a link (`/pay/abc).`), encoded or not; null for an
 * address to be used unchanged.
 */
export function meantAddress(url: string): string | null {
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  const query = mark < 0 ? '' : url.slice(mark + 1);
  const plain = decoded(path);
  if (plain === null || FOR_PROGRAMS.test(plain)) return null;
  const meant = withoutAdded(plain, true) || '/';
  const [, before = '', name, value = ''] = LAST_OF_LINK.exec(query) ?? [];
  const last = name ? decoded(value) : null;
  const meantLast = last === null ? null : withoutAdded(last, false);
  if (meant === plain && meantLast === last) return null;
  // Two leading slashes or backslashes would lead to another host.
  if (/^\/[/\\]/.test(meant)) return null;
  const meantQuery = meantLast === last ? query : `${before}${name}=${encodeURIComponent(meantLast ?? '')}`;
  return meant.split('/').map(encodeURIComponent).join('/') + (meantQuery === '' ? '' : `?${meantQuery}`);
}

/** Redirects a link with appended characters to the intended address. */
export function registerPastedLinks(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return done();
    const meant = meantAddress(request.url);
    if (meant === null) return done();
    void reply.header('cache-control', 'no-store').redirect(meant, 302);
  });
}
