/** The endpoints for a company's directory: SCIM 2.0 (RFC 7644), in its own form. */

import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../platform/context.ts';
import { clientAddress } from '../platform/http/addresses.ts';
import { AppError } from '../platform/http/errors.ts';
import { bearerOf, visitorOf } from '../platform/http/guard.ts';
import { acceptJson, factOf } from '../platform/http/server.ts';
import { translate } from '../platform/i18n/translate.ts';
import type { Change, Directory } from './directory.ts';
import { notFound, ScimError } from './errors.ts';
import * as groups from './groups.ts';
import { readBody, readGroup, readGroupChanges, readPerson, readPersonChanges } from './input.ts';
import * as people from './people.ts';
import { conditionsOf, pageOf, projectionOf } from './query.ts';
import { groupResource, isAsked, listOf, personResource, projected } from './resources.ts';
import * as schemas from './schemas.ts';

const TYPE = 'application/scim+json; charset=utf-8';
const BODY_LIMIT_BYTES = 1024 * 1024;

type WithId = { Params: { id: string } };

/** The context of a directory's calls. */
interface Calls<Who, C extends Change> {
  app: App;
  directory: Directory<Who, C>;
  /** The directory's URL. */
  base: string;
  callerIn: (request: FastifyRequest) => Who;
}

/** Mounts the endpoints of a directory below its path. */
export function registerScimCalls<Who, C extends Change>(
  server: FastifyInstance,
  app: App,
  directory: Directory<Who, C>,
): void {
  server.register(
    async (scope) => {
      const callers = new WeakMap<FastifyRequest, { who: Who }>();
      scope.removeAllContentTypeParsers();
      acceptJson(scope, ['application/scim+json', 'application/json'], BODY_LIMIT_BYTES);
      scope.setErrorHandler<FastifyError>(async (error, request, reply) => sendError(error, request, reply));
      scope.setNotFoundHandler(async () => {
        throw notFound();
      });
      // Authenticated before the body is read.
      scope.addHook('onRequest', async (request, reply) => {
        reply.header('cache-control', 'no-store').type(TYPE).serializer(JSON.stringify);
        const who = await directory.callerOf(bearerOf(request), clientAddress(request));
        // The key by which the rate limit counts.
        request.principalKey = directory.principalOf(who);
        callers.set(request, { who });
      });
      // Called before the directory gets its reply.
      scope.addHook('onSend', async (request) => {
        const caller = callers.get(request);
        if (caller && request.method !== 'GET') directory.changed(caller.who);
      });
      const calls: Calls<Who, C> = {
        app,
        directory,
        base: `${app.config.publicUrl}${directory.path}`,
        callerIn: (request) => callers.get(request)!.who,
      };
      mountDescriptions(scope, calls);
      mountPeople(scope, calls);
      mountGroups(scope, calls);
    },
    { prefix: directory.path },
  );
}

const queryOf = (request: FastifyRequest) => request.query as Record<string, unknown>;

/** Returns the id in the path. @throws ScimError 404 for an invalid one */
function idOf(request: FastifyRequest): number {
  const { id } = (request as FastifyRequest<WithId>).params;
  if (!/^[1-9]\d{0,14}$/.test(id)) throw notFound();
  return Number(id);
}

function mountDescriptions<Who, C extends Change>(
  scope: FastifyInstance,
  { app, directory, base }: Calls<Who, C>,
): void {
  const describing = (request: FastifyRequest) => {
    const { locale } = visitorOf(request);
    return (attribute: string) =>
      translate(locale, `scim.${directory.ownWords.has(attribute) ? 'operators' : 'about'}.${attribute}`);
  };
  scope.get('/ServiceProviderConfig', async (request) =>
    schemas.providerConfigOf(base, describing(request), app.config.publicUrl),
  );
  for (const [path, all] of [
    ['/Schemas', schemas.schemasOf],
    ['/ResourceTypes', schemas.resourceTypesOf],
  ] as const) {
    scope.get(path, async (request) => {
      // A filter here must be refused (RFC 7644, 4).
      if (queryOf(request).filter !== undefined) throw new ScimError(403, 'noFilterHere');
      const found = all(base, describing(request), directory);
      return listOf(found, found.length, 1);
    });
    scope.get<WithId>(`${path}/:id`, async (request) => {
      const found = all(base, describing(request), directory).find(({ id }) => id === request.params.id);
      if (!found) throw notFound();
      return found;
    });
  }
}

/** Returns a created resource, with its location. */
function created(reply: FastifyReply, resource: Record<string, unknown>, request: FastifyRequest) {
  const { location } = resource.meta as { location: string };
  reply.code(201).header('location', location);
  return projected(resource, projectionOf(queryOf(request)));
}

function mountPeople<Who, C extends Change>(
  scope: FastifyInstance,
  { app, directory, base, callerIn }: Calls<Who, C>,
): void {
  const { notKept } = directory;
  const shown = (request: FastifyRequest, row: Parameters<typeof personResource>[1]) =>
    projected(personResource(base, row), projectionOf(queryOf(request)));
  scope.get('/Users', async (request) => {
    const query = queryOf(request);
    const page = pageOf(query);
    const { rows, total } = await people.listPeople(
      app.db,
      directory,
      callerIn(request),
      conditionsOf(query),
      page,
    );
    return listOf(
      rows.map((row) => shown(request, row)),
      total,
      page.startIndex,
    );
  });
  scope.get('/Users/:id', async (request) =>
    shown(request, await people.getPerson(app.db, directory, callerIn(request), idOf(request))),
  );
  scope.post('/Users', async (request, reply) => {
    const input = readPerson(readBody(request.body, schemas.USER), notKept);
    const row = await directory.createPerson(callerIn(request), input);
    return created(reply, personResource(base, row), request);
  });
  scope.put('/Users/:id', async (request) => {
    const input = readPerson(readBody(request.body, schemas.USER), notKept);
    return shown(request, await directory.changePerson(callerIn(request), idOf(request), input));
  });
  scope.patch('/Users/:id', async (request) => {
    const input = readPersonChanges(request.body, notKept);
    return shown(request, await directory.changePerson(callerIn(request), idOf(request), input));
  });
  scope.delete('/Users/:id', async (request, reply) => {
    await directory.deletePerson(callerIn(request), idOf(request));
    return reply.code(204).send();
  });
}

function mountGroups<Who, C extends Change>(
  scope: FastifyInstance,
  { app, directory, base, callerIn }: Calls<Who, C>,
): void {
  const { groups: store } = directory;
  const shown = (request: FastifyRequest, { row, members }: groups.GroupWithMembers) =>
    projected(groupResource(base, row, members), projectionOf(queryOf(request)));
  /** Returns whether the members, or a part of them, are requested. */
  const withMembers = (request: FastifyRequest) => {
    const projection = projectionOf(queryOf(request));
    const parts = [...(projection.only ?? [])].some((name) => name.startsWith('members.'));
    return parts || isAsked(projection, 'members');
  };
  scope.get('/Groups', async (request) => {
    const query = queryOf(request);
    const isWhole = withMembers(request);
    const page = pageOf(query, isWhole ? schemas.GROUPS_WITH_MEMBERS_MAXIMUM : schemas.PAGE_MAXIMUM);
    const conditions = conditionsOf(query);
    const { groups: found, total } = await groups.listGroups(
      app.db,
      store,
      callerIn(request),
      conditions,
      page,
      isWhole,
    );
    return listOf(
      found.map((each) => shown(request, each)),
      total,
      page.startIndex,
    );
  });
  scope.get('/Groups/:id', async (request) => {
    const isWhole = withMembers(request);
    return shown(request, await groups.getGroup(app.db, store, callerIn(request), idOf(request), isWhole));
  });
  scope.post('/Groups', async (request, reply) => {
    const input = readGroup(readBody(request.body, schemas.GROUP));
    const { row, members } = await groups.createGroup(directory, callerIn(request), input);
    return created(reply, groupResource(base, row, members), request);
  });
  scope.put('/Groups/:id', async (request) => {
    const input = readGroup(readBody(request.body, schemas.GROUP));
    // A group sent whole without members becomes empty, because too little power is safer than too much.
    const whole = { ...input, members: input.members ?? [{ how: 'set' as const, ids: [] }] };
    return shown(request, await groups.changeGroup(directory, callerIn(request), idOf(request), whole));
  });
  scope.patch('/Groups/:id', async (request, reply) => {
    const input = readGroupChanges(request.body);
    const changed = await groups.changeGroup(directory, callerIn(request), idOf(request), input);
    // Large groups arrive in many parts, so they are returned only on request (RFC 7644, 3.5.2).
    return queryOf(request).attributes === undefined ? reply.code(204).send() : shown(request, changed);
  });
  scope.delete('/Groups/:id', async (request, reply) => {
    await groups.deleteGroup(directory, callerIn(request), idOf(request));
    return reply.code(204).send();
  });
}

/** Returns an error in SCIM's form, in the language of the request. */
function sendError(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const fact = error instanceof ScimError ? error : factOf(error as FastifyError | AppError);
  if (fact.status >= 500 && fact !== error)
    request.log.error({ err: error, requestId: request.id }, 'request failed');
  if (fact.status === 401) reply.header('www-authenticate', 'Bearer realm="SCIM"');
  if (fact instanceof AppError && fact.retryAfterSeconds !== undefined)
    reply.header('retry-after', String(fact.retryAfterSeconds));
  const isMalformed = fact instanceof AppError && fact.status === 400;
  const scimType = fact instanceof ScimError ? fact.scimType : isMalformed ? 'invalidSyntax' : undefined;
  return reply
    .code(fact.status)
    .type(TYPE)
    .serializer(JSON.stringify)
    .send({
      schemas: [schemas.ERROR],
      status: String(fact.status),
      ...(scimType ? { scimType } : {}),
      detail: translate(visitorOf(request).locale, fact.ref),
    });
}
