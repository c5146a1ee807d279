import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** The methods that routes have for a path, in order; none where there is no route. */
    methodsAt(path: string): string[];
  }
}

const asPattern = (url: string) => {
  const parts = url.split(/(:\w+|\*)/).map((part) => {
    if (part === '*') return '.*';
    return part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${parts.join('')}$`);
};

/** Remembers every route, for the answer to a method that an address does not have: Fastify says only that there is no route. */
export function rememberMethods(server: FastifyInstance): void {
  const routes = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  server.addHook('onRoute', ({ url, method }) => {
    const known = routes.get(url) ?? { pattern: asPattern(url), methods: new Set<string>() };
    routes.set(url, known);
    for (const each of [method].flat()) known.methods.add(each);
  });
  server.decorate('methodsAt', (path: string) => {
    // An address of its own is none of the ids that a pattern would take it for.
    const exact = routes.get(path);
    const found = exact ? [exact] : [...routes.values()].filter(({ pattern }) => pattern.test(path));
    return [...new Set(found.flatMap(({ methods }) => [...methods]))].sort();
  });
}
