import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** The methods that routes have for a path, in order; none where there is no route. */
    methodsAt(path: string): string[];
  }
}

/** Whether a path is one of a route with parameters: a part of its own, or whatever follows. */
function fits(pattern: readonly string[], path: readonly string[]): boolean {
  const open = pattern.at(-1) === '*';
  if (open ? path.length < pattern.length : path.length !== pattern.length) return false;
  return pattern.every(
    (part, at) => part === '*' || part === path[at] || (part[0] === ':' && path[at] !== ''),
  );
}

/** Remembers every route, for the answer to a method that an address does not have: Fastify says only that there is no route. */
export function rememberMethods(server: FastifyInstance): void {
  const routes = new Map<string, { parts: string[]; methods: Set<string> }>();
  server.addHook('onRoute', ({ url, method }) => {
    const known = routes.get(url) ?? { parts: url.split('/'), methods: new Set<string>() };
    routes.set(url, known);
    for (const each of [method].flat()) known.methods.add(each);
  });
  server.decorate('methodsAt', (path: string) => {
    // An address of its own is none of the ids that a pattern would take it for.
    const asked = path.split('/');
    const exact = routes.get(path);
    const found = exact ? [exact] : [...routes.values()].filter(({ parts }) => fits(parts, asked));
    return [...new Set(found.flatMap(({ methods }) => [...methods]))].sort();
  });
}
