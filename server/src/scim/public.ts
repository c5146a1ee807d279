/** What a company's directory calls: SCIM 2.0 (RFC 7644), in its own form. */
import { SCIM_PATH } from '@daftar/contract/scim';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Auth } from '../auth/context.ts';
import type { App } from '../platform/context.ts';
import { AppError } from '../platform/http/errors.ts';
import { bearerOf, visitorOf } from '../platform/http/guard.ts';
import { acceptJson, factOf } from '../platform/http/server.ts';
import { translate } from '../platform/i18n/translate.ts';
import { callerOf, type Provisioner } from './caller.ts';
import { notFound, ScimError } from './errors.ts';
import * as groups from './groups.ts';
import { readBody, readGroup, readGroupChanges, readPerson, readPersonChanges } from './input.ts';
import * as people from './people.ts';
import { conditionsOf, pageOf, projectionOf } from './query.ts';
import { groupResource, isAsked, listOf, personResource, projected } from './resources.ts';
import * as schemas from './schemas.ts';
import { scimUrl } from './settings.ts';

const TYPE = 'application/scim+json; charset=utf-8';
const BODY_LIMIT_BYTES = 1024 * 1024;

type Changed = (merchant: { merchantId: number }) => void;
type WithId = { Params: { id: string } };

/** Mounts `/scim/v2`. `changed` evicts the merchant's keys from this process's cache, of whose makers they hold what these hold. */
export function registerScimCalls(server: FastifyInstance, app: App, auth: Auth, changed: Changed): void {
  server.register(
    async (scope) => {
      const callers = new WeakMap<FastifyRequest, Provisioner>();
      const callerIn = (request: FastifyRequest) => callers.get(request)!;
      scope.removeAllContentTypeParsers();
      acceptJson(scope, ['application/scim+json', 'application/json'], BODY_LIMIT_BYTES);
      scope.setErrorHandler<FastifyError>(async (error, request, reply) => sendError(error, request, reply));
      scope.setNotFoundHandler(async () => {
        throw notFound();
      });
      // Before the body is read.
      scope.addHook('onRequest', async (request, reply) => {
        reply.header('cache-control', 'no-store').type(TYPE).serializer(JSON.stringify);
        const caller = await callerOf(app, bearerOf(request), request.ip);
        // The rate limit counts by it.
        request.principalKey = `scim.${caller.merchantId}`;
        callers.set(request, caller);
      });
      // Before the directory knows that it is done.
      scope.addHook('onSend', async (request) => {
        const caller = callers.get(request);
        if (caller && request.method !== 'GET') changed(caller);
      });
      mountDescriptions(scope, app);
      mountPeople(scope, app, auth, callerIn);
      mountGroups(scope, app, auth, callerIn);
    },
    { prefix: SCIM_PATH },
  );
}

type CallerIn = (request: FastifyRequest) => Provisioner;

const queryOf = (request: FastifyRequest) => request.query as Record<string, unknown>;

/** The id in the address. @throws ScimError 404 for what no id can be */
function idOf(request: FastifyRequest): number {
  const { id } = (request as FastifyRequest<WithId>).params;
  if (!/^[1-9]\d{0,14}$/.test(id)) throw notFound();
  return Number(id);
}

function mountDescriptions(scope: FastifyInstance, app: App): void {
  const base = scimUrl(app);
  const describing = (request: FastifyRequest) => {
    const { locale } = visitorOf(request);
    return (attribute: string) => translate(locale, `scim.about.${attribute}`);
  };
  scope.get('/ServiceProviderConfig', async (request) => schemas.providerConfigOf(base, describing(request)));
  for (const [path, all] of [
    ['/Schemas', schemas.schemasOf],
    ['/ResourceTypes', schemas.resourceTypesOf],
  ] as const) {
    scope.get(path, async (request) => {
      // A filter here must be refused (RFC 7644, 4).
      if (queryOf(request).filter !== undefined) throw new ScimError(403, 'noFilterHere');
      const found = all(base, describing(request));
      return listOf(found, found.length, 1);
    });
    scope.get<WithId>(`${path}/:id`, async (request) => {
      const found = all(base, describing(request)).find(({ id }) => id === request.params.id);
      if (!found) throw notFound();
      return found;
    });
  }
}

/** A resource that was made, with its address. */
function created(reply: FastifyReply, resource: Record<string, unknown>, request: FastifyRequest) {
  const { location } = resource.meta as { location: string };
  reply.code(201).header('location', location);
  return projected(resource, projectionOf(queryOf(request)));
}

function mountPeople(scope: FastifyInstance, app: App, auth: Auth, callerIn: CallerIn): void {
  const base = scimUrl(app);
  const shown = (request: FastifyRequest, row: Parameters<typeof personResource>[1]) =>
    projected(personResource(base, row), projectionOf(queryOf(request)));
  scope.get('/Users', async (request) => {
    const query = queryOf(request);
    const page = pageOf(query);
    const { rows, total } = await people.listPeople(app, callerIn(request), conditionsOf(query), page);
    return listOf(
      rows.map((row) => shown(request, row)),
      total,
      page.startIndex,
    );
  });
  scope.get('/Users/:id', async (request) =>
    shown(request, await people.getPerson(app.db, callerIn(request), idOf(request))),
  );
  scope.post('/Users', async (request, reply) => {
    const input = readPerson(readBody(request.body, schemas.USER));
    const row = await people.createPerson(app, auth, callerIn(request), input);
    return created(reply, personResource(base, row), request);
  });
  scope.put('/Users/:id', async (request) => {
    const input = readPerson(readBody(request.body, schemas.USER));
    return shown(request, await people.changePerson(app, auth, callerIn(request), idOf(request), input));
  });
  scope.patch('/Users/:id', async (request) => {
    const input = readPersonChanges(request.body);
    return shown(request, await people.changePerson(app, auth, callerIn(request), idOf(request), input));
  });
  scope.delete('/Users/:id', async (request, reply) => {
    await people.deletePerson(app, auth, callerIn(request), idOf(request));
    return reply.code(204).send();
  });
}

function mountGroups(scope: FastifyInstance, app: App, auth: Auth, callerIn: CallerIn): void {
  const base = scimUrl(app);
  const shown = (request: FastifyRequest, { row, members }: groups.GroupWithMembers) =>
    projected(groupResource(base, row, members), projectionOf(queryOf(request)));
  /** Whether the members are wanted, or a part of them. */
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
      app,
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
    return shown(request, await groups.getGroup(app.db, callerIn(request), idOf(request), isWhole));
  });
  scope.post('/Groups', async (request, reply) => {
    const input = readGroup(readBody(request.body, schemas.GROUP));
    const { row, members } = await groups.createGroup(app, auth, callerIn(request), input);
    return created(reply, groupResource(base, row, members), request);
  });
  scope.put('/Groups/:id', async (request) => {
    const input = readGroup(readBody(request.body, schemas.GROUP));
    // Whoever sends a group whole without members sends an empty one: rather too little power than too much.
    const whole = { ...input, members: input.members ?? [{ how: 'set' as const, ids: [] }] };
    return shown(request, await groups.changeGroup(app, auth, callerIn(request), idOf(request), whole));
  });
  scope.patch('/Groups/:id', async (request, reply) => {
    const input = readGroupChanges(request.body);
    const changed = await groups.changeGroup(app, auth, callerIn(request), idOf(request), input);
    // Large groups come in many parts; nobody reads them back each time without asking (RFC 7644, 3.5.2).
    return queryOf(request).attributes === undefined ? reply.code(204).send() : shown(request, changed);
  });
  scope.delete('/Groups/:id', async (request, reply) => {
    await groups.deleteGroup(app, auth, callerIn(request), idOf(request));
    return reply.code(204).send();
  });
}

/** Answers an error in SCIM's form, in the language of the request. */
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
