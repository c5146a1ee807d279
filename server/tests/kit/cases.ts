import type { Endpoint } from '@daftar/contract/endpoint';
import {
  isForOperators,
  OPERATOR_ROLES,
  type OperatorRole,
  ROLE_PERMISSIONS,
  readsOf,
} from '@daftar/contract/ops-roles';
import type { Permission } from '@daftar/contract/permissions';
import * as z from 'zod/mini';
import { allEndpoints } from '../../src/endpoints.ts';
import type { Mode } from '../../src/platform/context.ts';
import { type Sample, samples, type World } from './samples.ts';
import type { Actor, Answer, Call, OperatorActor, TestServer } from './server.ts';

/** One endpoint in one mode. */
export interface Case {
  /** `payment-links.create` */
  name: string;
  endpoint: Endpoint;
  mode: Mode;
  sample: Sample;
}

/** Every endpoint in every mode it exists in. */
export const cases: Case[] = Object.entries(allEndpoints).flatMap(([noun, endpoints]) =>
  Object.entries(endpoints as Record<string, Endpoint>).flatMap(([key, endpoint]) => {
    const name = `${noun}.${key}`;
    const modes: Mode[] = endpoint.base === 'mode' ? ['live', 'test'] : ['live'];
    return modes.map((mode) => ({ name, endpoint, mode, sample: samples[name] ?? {} }));
  }),
);

/** Endpoints that need a sample and have none. */
export const withoutSample = cases
  .filter(({ endpoint, sample }) => (endpoint.params && !sample.params) || (endpoint.body && !sample.body))
  .map(({ name }) => name);

/** Returns the permissions any one of which an endpoint requires; empty when any session is enough. */
export function permissionsOf({ access }: Endpoint): readonly Permission[] {
  if (access === 'public' || access === 'signed-in' || isForOperators(access)) return [];
  return typeof access === 'string' ? [access] : access;
}

/** Returns the operator roles that may call an endpoint of the console. */
export function rolesOf({ access, method }: Endpoint): readonly OperatorRole[] {
  return OPERATOR_ROLES.filter(
    (role) =>
      access === 'operator' ||
      (method === 'GET' ? readsOf(role) : ROLE_PERMISSIONS[role]).some((permission) => permission === access),
  );
}

/** Returns an id that does not exist for each path parameter. */
export function missingParams(endpoint: Endpoint): Record<string, string | number> {
  const names = [...endpoint.path.matchAll(/:(\w+)/g)].map((match) => match[1]!);
  return Object.fromEntries(names.map((name) => [name, 999_999_999]));
}

/** How a call deviates from the valid sample. */
export interface Changed {
  params?: Record<string, string | number>;
  body?: unknown;
  query?: Record<string, string>;
  headers?: Record<string, string>;
}

/** Returns the query of a sample; if it refers to rows, they are created in `world`. */
export async function sampledQuery({ query }: Sample, world: World): Promise<Record<string, string>> {
  return (typeof query === 'function' ? await query(world) : query) ?? {};
}

/** Calls a case with its sample and optional changes. */
export async function callCase(
  daftar: TestServer,
  { endpoint, mode, sample }: Case,
  actor: Actor | OperatorActor | null,
  owner: Actor,
  changed: Changed = {},
): Promise<Answer> {
  const params = changed.params ?? missingParams(endpoint);
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const call: Call = { method: endpoint.method, path, mode, as: actor };
  if (endpoint.base === 'fixed') {
    call.path = `/api${path}`;
    delete call.mode;
  }
  const world = { daftar, actor: owner, mode };
  const query = { ...(await sampledQuery(sample, world)), ...changed.query };
  if (Object.keys(query).length > 0) call.query = query;
  if (changed.headers) call.headers = changed.headers;
  if ('body' in changed) call.body = changed.body;
  else if (sample.body) call.body = await sample.body(world);
  return daftar.call(call);
}

/** Calls a case so that it succeeds: with its sample, on rows that are there, as the owner or as an administrator of the console. */
export async function callWell(
  daftar: TestServer,
  each: Case,
  owner: Actor,
  admin: OperatorActor,
): Promise<Answer> {
  const { endpoint, mode, sample, name } = each;
  if (endpoint.access === 'public') return callCase(daftar, each, null, owner);
  const isOps = isForOperators(endpoint.access);
  if (endpoint.params && sample.params) {
    const params = await sample.params({ daftar, actor: owner, mode, ...(isOps && { operator: admin }) });
    // On a device of their own: a session that looks as a role can be used for nothing else.
    const caller = isOps ? admin : name === 'team.viewAs' ? await daftar.elsewhere(owner) : owner;
    return callCase(daftar, each, caller, owner, { params });
  }
  if (isOps) return callCase(daftar, each, admin, owner);
  const actor = sample.status === undefined ? owner : await daftar.merchant({ status: sample.status });
  const caller = (await sample.as?.({ daftar, actor, mode })) ?? actor;
  return callCase(daftar, each, caller, caller);
}

/**
 * Returns the case with the query and the body of its sample made once, for calls that are all refused: making them
 * creates rows, which no refused call uses.
 */
export async function madeOnce(daftar: TestServer, each: Case, owner: Actor): Promise<Case> {
  const { sample, mode } = each;
  const world = { daftar, actor: owner, mode };
  const query = await sampledQuery(sample, world);
  const body = await sample.body?.(world);
  return { ...each, sample: { ...sample, query, ...(body && { body: () => body }) } };
}

/** Returns the rule of each of a schema's input fields, as text. */
export function rulesOf(schema: Endpoint['body']): Record<string, string> {
  if (!schema) return {};
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', target: 'draft-7' });
  const rules = Object.entries(json.properties ?? {});
  return Object.fromEntries(rules.map(([field, rule]) => [field, JSON.stringify(rule)]));
}

/** Returns the names of a schema's input fields. */
export const fieldsOf = (schema: Endpoint['body']): string[] => Object.keys(rulesOf(schema));
