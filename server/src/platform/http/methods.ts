import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** Returns the methods of the routes for a path, in order; none if there is no route. */
    methodsAt(path: string): string[];
  }
}

/** Returns whether a path matches a route with parameters or a trailing wildcard. */
function fits(pattern: readonly string[], path: readonly string[]): boolean {
  const open = pattern.at(-1) === '*';
  if (open ? path.length < pattern.length : path.length !== pattern.length) return false;
  return pattern.every(
    (part, at) => part === '*' || part === path[at] || (part[0] === ':' && path[at] !== ''),
  );
}

/** Records every route, to answer requests with an unsupported method: Fastify only reports that there is no route. */
export function rememberMethods(server: FastifyInstance): void {
  const routes = new Map<string, { parts: string[]; methods: Set<string> }>();
  server.addHook('onRoute', ({ url, method }) => {
    const known = routes.get(url) ?? { parts: url.split('/'), methods: new Set<string>() };
    routes.set(url, known);
    for (const each of [method].flat()) known.methods.add(each);
  });
  server.decorate('methodsAt', (path: string) => {
    // An exact route takes precedence over patterns with parameters.
    const asked = path.split('/');
    const exact = routes.get(path);
    const found = exact ? [exact] : [...routes.values()].filter(({ parts }) => fits(parts, asked));
    return [...new Set(found.flatMap(({ methods }) => [...methods]))].sort();
  });
}
