/** A directory for tests: speaks SCIM over HTTP and refuses every answer that is not as RFC 7643 and 7644 say. */
import { expect } from 'vitest';
import type { TestServer } from './server.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into resources of every shape.
type Json = any;

/** An answer, checked. */
export interface ScimAnswer {
  status: number;
  body: Json;
  headers: Headers;
}

interface Attribute {
  name: string;
  type: string;
  multiValued: boolean;
  required: boolean;
  returned: string;
  subAttributes?: Attribute[];
}

const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';
const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
/** RFC 7644, table 9. */
const SCIM_TYPES =
  /^(invalidFilter|tooMany|uniqueness|mutability|invalidSyntax|invalidPath|noTarget|invalidValue|invalidVers|sensitive)$/;

/** A directory that calls with a token. */
export class ScimClient {
  private readonly origin: string;
  private readonly token: string;
  private readonly path: string;
  private schemas: Map<string, Attribute[]> | null = null;

  constructor(origin: string, token: string, path = '/scim/v2') {
    this.origin = origin;
    this.token = token;
    this.path = path;
  }

  /** Calls, and checks what every answer must be. */
  async call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ScimAnswer> {
    const response = await fetch(`${this.origin}${this.path}${path}`, {
      method,
      headers: {
        accept: 'application/scim+json',
        authorization: `Bearer ${this.token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/scim+json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const { status } = response;
    expect(status, text).toBeLessThan(500);
    if (status === 204) {
      expect(text).toBe('');
      return { status, body: null, headers: response.headers };
    }
    expect(response.headers.get('content-type')).toMatch(/^application\/scim\+json(;|$)/);
    const answer = { status, body: JSON.parse(text), headers: response.headers };
    if (status >= 400) checkError(answer);
    else await this.check(answer, method, path);
    return answer;
  }

  get = (path: string) => this.call('GET', path);
  post = (path: string, body: unknown) => this.call('POST', path, body);
  put = (path: string, body: unknown) => this.call('PUT', path, body);
  delete = (path: string) => this.call('DELETE', path);
  /** Changes parts. */
  patch = (path: string, ...Operations: unknown[]) =>
    this.call('PATCH', path, { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations });

  private async check({ status, body, headers }: ScimAnswer, method: string, path: string): Promise<void> {
    expect(Array.isArray(body.schemas) && body.schemas.length > 0, path).toBe(true);
    const isPartial = /attributes=/i.test(path);
    if (body.schemas.includes(LIST)) {
      const { totalResults, startIndex, itemsPerPage, Resources } = body;
      expect([totalResults, startIndex, itemsPerPage].every(Number.isInteger)).toBe(true);
      expect(Resources).toHaveLength(itemsPerPage);
      expect(totalResults).toBeGreaterThanOrEqual(itemsPerPage);
      for (const each of Resources) await this.checkResource(each, isPartial);
      return;
    }
    await this.checkResource(body, isPartial);
    expect(status).toBe(method === 'POST' ? 201 : 200);
    if (method === 'POST' && !isPartial) expect(headers.get('location')).toBe(body.meta.location);
  }

  /** Checks a resource by the schema that the server itself has published. */
  private async checkResource(resource: Json, isPartial: boolean): Promise<void> {
    const [schema] = resource.schemas;
    if (!/:core:2\.0:(User|Group)$/.test(schema)) return;
    expect(resource.id).toMatch(/^\d+$/);
    if (!isPartial) {
      const { resourceType, created, lastModified, location } = resource.meta;
      expect(schema.endsWith(`:${resourceType}`)).toBe(true);
      expect(new Date(created).toISOString()).toBe(created);
      expect(new Date(lastModified).toISOString()).toBe(lastModified);
      expect(location).toMatch(/^https?:\/\//);
      expect(location.endsWith(`${this.path}/${resourceType}s/${resource.id}`)).toBe(true);
    }
    const common = ['schemas', 'id', 'meta', 'externalId'];
    const fields = Object.fromEntries(Object.entries(resource).filter(([name]) => !common.includes(name)));
    checkFields(
      (await this.schemaOf(schema)).filter(({ name }) => !common.includes(name)),
      fields,
      isPartial,
    );
  }

  private async schemaOf(id: string): Promise<Attribute[]> {
    if (!this.schemas) {
      this.schemas = new Map();
      const { body } = await this.get('/Schemas');
      for (const each of body.Resources) this.schemas.set(each.id, each.attributes);
    }
    return this.schemas.get(id)!;
  }
}

function checkFields(attributes: Attribute[], fields: Json, isPartial: boolean): void {
  const known = new Map(attributes.map((each) => [each.name, each]));
  for (const { name, required } of attributes)
    if (required && !isPartial) expect(fields, name).toHaveProperty([name]);
  for (const [name, value] of Object.entries(fields)) {
    const attribute = known.get(name);
    expect(attribute, `${name} is in no schema`).toBeDefined();
    expect(value, name).not.toBeNull();
    expect(Array.isArray(value), name).toBe(attribute!.multiValued);
    for (const each of [value].flat()) {
      if (attribute!.type === 'complex') checkFields(attribute!.subAttributes ?? [], each, true);
      else expect(typeof each, name).toBe(attribute!.type === 'boolean' ? 'boolean' : 'string');
    }
  }
}

function checkError({ status, body, headers }: ScimAnswer): void {
  expect(body.schemas).toEqual([ERROR]);
  expect(body.status).toBe(String(status));
  expect(body.detail.length).toBeGreaterThan(5);
  expect(body.detail).not.toMatch(/^(scim|http)\.|\{\{/);
  expect(
    Object.keys(body).filter((key) => !['schemas', 'status', 'detail', 'scimType'].includes(key)),
  ).toEqual([]);
  if (body.scimType !== undefined) expect(body.scimType).toMatch(SCIM_TYPES);
  if (status === 401) expect(headers.get('www-authenticate')).toMatch(/^Bearer/);
}

/** Lets the server listen. @returns its origin */
export async function originOf(daftar: TestServer): Promise<string> {
  return daftar.server.listen({ port: 0, host: '127.0.0.1' });
}
