import { isForKeys } from '@daftar/contract/api-keys';
/** The document is judged by another's linter, and its examples by the contract itself. */
import type { Endpoint } from '@daftar/contract/endpoint';
import { EVENT_DATA } from '@daftar/contract/event-examples';
import { WEBHOOK_EVENT_TYPES, WEBHOOK_EVENTS } from '@daftar/contract/event-payloads';
import { isForMerchants, type OpenApiDocument, openApiOf } from '@daftar/contract/openapi';
import { EXAMPLES } from '@daftar/contract/openapi-examples';
import { validate } from '@daftar/contract/validate';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, test } from 'vitest';
import { startTestServer } from '../../tests/kit/server.ts';
import { allEndpoints } from '../endpoints.ts';
import { keysOf, translate } from '../platform/i18n/translate.ts';
import { openApiIn } from './openapi.ts';

const ORIGIN = 'https://pay.daftar.example';
const endpoints = Object.entries(allEndpoints).flatMap(([noun, table]) =>
  Object.entries(table as Record<string, Endpoint>).map(([key, endpoint]) => ({
    name: `${noun}.${key}`,
    endpoint,
  })),
);

/** Lists parts without a description, by the missing keys of `server/locales/{en,ar}/reference.json`. */
function undescribed(document: OpenApiDocument): string[] {
  const { schemas } = document.components;
  const fieldsAndWords = Object.entries(schemas).flatMap(([name, schema]) => {
    const words = (schema['x-enum-descriptions'] ?? []) as string[];
    const fields = Object.entries((schema.properties ?? {}) as Record<string, { description?: string }>);
    return [
      ...words.flatMap((told, at) => (told ? [] : [`${name}=${(schema.enum as unknown[])[at]}`])),
      ...(schema.enum && words.length === 0 ? [`${name}=…`] : []),
      ...fields.flatMap(([field, { description }]) =>
        description ? [] : [`${name}.${field} (or *.${field}, where it means the same everywhere)`],
      ),
    ];
  });
  const calls = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const parameters = calls.flatMap(({ operationId, description, parameters: all = [] }) => [
    ...(description ? [] : [operationId]),
    ...all.flatMap((each) =>
      '$ref' in each || each.description ? [] : [`?${each.name} (or noun.call?${each.name}: ${operationId})`],
    ),
  ]);
  return [...fieldsAndWords, ...parameters];
}

test('a field, a word, a parameter without a description is named', () => {
  const options = { origin: ORIGIN, version: '1', words: (key: string) => key, tell: () => null };
  const named = undescribed(openApiOf({ lookups: allEndpoints.lookups }, options));
  expect(named).toContain('ExchangeRate.code (or *.code, where it means the same everywhere)');
  expect(named).toContain('CurrencyId=1');
  expect(named).toContain('?code (or noun.call?code: lookupsExchangeRate)');
});

test('every description describes something', () => {
  const asked = new Set<string>();
  const tell = (key: string) => {
    asked.add(key);
    return translate('en', `reference.${key}`) === `reference.${key}` ? null : key;
  };
  const document = openApiOf(allEndpoints, { origin: ORIGIN, version: '1', words: (key) => key, tell });
  const told = JSON.stringify(document);
  const kept = keysOf('reference.').map((key) => key.slice('reference.'.length));
  expect(kept.filter((key) => !asked.has(key) || !told.includes(JSON.stringify(key).slice(1, -1)))).toEqual(
    [],
  );
  expect(kept.length).toBeGreaterThan(1000);
});

/** Resolves a reference. */
const inlined = (response: Record<string, unknown>): Record<string, unknown> => {
  const name = String(response.$ref ?? '').replace('#/components/responses/', '');
  const { responses } = openApiIn('en', ORIGIN).components;
  return responses[name] ?? response;
};

describe.each(['en', 'ar'] as const)('the OpenAPI document in %s', (locale) => {
  const document = openApiIn(locale, ORIGIN);

  test('passes the linter without an error', async () => {
    const config = await createConfig({
      extends: ['recommended'],
      // The API's terms are a page; a licence is for documents that others copy.
      // And some paths are the wire's, where numbers and words never meet.
      rules: {
        'info-license': 'off',
        'no-ambiguous-paths': 'off',
        'operation-4xx-response': 'error',
        'no-unused-components': 'error',
      },
    });
    const problems = await lintFromString({ source: JSON.stringify(document), config });
    const told = problems.map(
      ({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`,
    );
    expect(told).toEqual([]);
  });

  test('describes every call for merchants, in words, and no call of the provider', () => {
    const described = Object.values(document.paths).flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
    );
    const forMerchants = endpoints.filter(({ endpoint }) => isForMerchants(endpoint));
    expect(described).toHaveLength(forMerchants.length);
    expect(new Set(described).size).toBe(described.length);
    expect(JSON.stringify(Object.keys(document.paths))).not.toContain('/ops/');
  });

  test('has a description of everything it names', () => {
    const untold = JSON.stringify(document).match(/"docs\.[^"]+"/g) ?? [];
    expect(untold).toEqual([]);
    expect(undescribed(document)).toEqual([]);
    expect(Object.keys(document.webhooks as object)).toEqual(WEBHOOK_EVENT_TYPES);
  });
});

test('every reply is documented with the headers that it has', async () => {
  const daftar = await startTestServer();
  try {
    const { headers } = await daftar.call({
      path: '/merchant/transactions',
      mode: 'test',
      as: await daftar.merchant(),
    });
    const operation = openApiIn('en', ORIGIN).paths['/merchant/transactions']?.get;
    for (const response of Object.values(operation?.responses ?? {})) {
      const documented = Object.keys(inlined(response).headers as object).map((name) => name.toLowerCase());
      expect(documented.filter((name) => name !== 'retry-after' && !(name in headers))).toEqual([]);
      expect(documented).toContain('x-ratelimit-remaining');
    }
  } finally {
    await daftar.close();
  }
});

const paths = (value: unknown, path: string): [string, Record<string, unknown>][] =>
  typeof value !== 'object' || value === null
    ? []
    : [
        [path, value as Record<string, unknown>],
        ...Object.entries(value).flatMap(([key, each]) => paths(each, `${path}/${key}`)),
      ];

test('every object has a name, by which others refer to it', () => {
  const document = openApiIn('en', ORIGIN);
  const { schemas } = document.components;
  const inside = [
    ...paths(document.paths, 'paths'),
    ...paths(document.webhooks, 'webhooks'),
    ...Object.entries(schemas).flatMap(([name, schema]) =>
      Object.entries(schema).flatMap(([key, each]) => paths(each, `${name}/${key}`)),
    ),
  ];
  // An example is no schema, and a field may be called "properties".
  const unnamed = inside.filter(
    ([path, { type, properties }]) => type === 'object' && properties && !path.includes('/example'),
  );
  expect(unnamed.map(([path]) => path)).toEqual([]);
  expect(Object.keys(schemas)).toEqual(
    expect.arrayContaining(['Transaction', 'PaymentLink', 'TransactionStatus']),
  );
  expect(JSON.stringify(document.paths)).toContain('#/components/schemas/TransactionPage');
});

test('a number of a reply or a filter that stands for a word has the word beside it', () => {
  const { schemas } = openApiIn('en', ORIGIN).components;
  expect(schemas.TransactionStatus).toMatchObject({
    type: 'integer',
    enum: [0, 1, 2, 3, 4, 5],
    'x-enum-varnames': ['pending', 'success', 'failed', 'refunded', 'canceled', 'expired'],
  });
});

test('a switch is a boolean, and an id a whole number', () => {
  const { schemas } = openApiIn('en', ORIGIN).components;
  expect(schemas.PaymentLinkInput).toMatchObject({
    properties: { require_email: { type: 'boolean', default: false } },
  });
  expect(schemas.Transaction).toMatchObject({ properties: { id: { type: 'integer' } } });
});

test.each(Object.entries(EXAMPLES))('the example of %s is accepted by the contract', (name, example) => {
  const endpoint = endpoints.find((each) => each.name === name)?.endpoint;
  expect(validate(endpoint!.body!, example)).toMatchObject({ ok: true });
});

test('every call that keys can make with a JSON body has an example', () => {
  const sent = endpoints.filter(
    ({ endpoint }) => endpoint.body && endpoint.consumes !== 'multipart' && isForKeys(endpoint),
  );
  expect(sent.map(({ name }) => name).filter((name) => !(name in EXAMPLES))).toEqual([]);
  expect(sent.length).toBeGreaterThan(20);
});

test('every call that keys can make has an example of its reply, as the contract has it', () => {
  const { paths: all } = openApiIn('en', ORIGIN);
  const answered = endpoints.filter(
    ({ endpoint }) =>
      isForKeys(endpoint) && isForMerchants(endpoint) && !['file', 'events'].includes(endpoint.reply.kind),
  );
  const wrong = answered.flatMap(({ name, endpoint }) => {
    const methods = all[endpoint.path.replace(/:(\w+)/g, '{$1}')];
    const success = methods?.[endpoint.method.toLowerCase()]?.responses[String(endpoint.status ?? 200)];
    const content = success?.content as Record<string, { example?: { data: unknown } }> | undefined;
    const example = content?.['application/json']?.example;
    const { kind, schema } = endpoint.reply;
    // The rows of notifications are one level deeper than those of other lists.
    const holder = (kind === 'nested-list' ? example?.data : example) as { data: unknown } | undefined;
    const data = holder?.data;
    const isList = kind === 'list' || kind === 'nested-list';
    const rows = isList ? (data as unknown[]) : [kind === 'top' ? example : data];
    const refused = rows.map((row) => (schema ? schema.safeParse(row) : { success: row === null }));
    return refused.every((each) => each.success) && rows.length > 0
      ? []
      : [`${name}: ${JSON.stringify(refused)}`];
  });
  expect(wrong).toEqual([]);
  expect(answered.length).toBeGreaterThan(90);
});

test.each(Object.entries(EVENT_DATA))('the example of %s is one that is sent', (type, data) => {
  expect(WEBHOOK_EVENTS[type as keyof typeof EVENT_DATA].parse(data)).toEqual(data);
});
