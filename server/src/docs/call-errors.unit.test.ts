import { derivedErrors, errorCodesOf } from '@daftar/contract/call-errors';
import type { Endpoint } from '@daftar/contract/endpoint';
import { isForMerchants } from '@daftar/contract/openapi';
import { ERROR_CODES } from '@daftar/contract/openapi-errors';
import { OPERATION_ERRORS } from '@daftar/contract/operation-errors';
import { expect, test } from 'vitest';
import { sdkFiles } from '../../../sdk/generate.mjs';
import { allEndpoints } from '../endpoints.ts';
import { documentedErrors } from './errors.ts';
import { openApiIn } from './openapi.ts';

const calls = Object.entries(allEndpoints).flatMap(([noun, table]) =>
  Object.entries(table as Record<string, Endpoint>)
    .filter(([, endpoint]) => isForMerchants(endpoint))
    .map(([name, endpoint]) => ({ noun, name, endpoint })),
);
const listed = Object.entries(OPERATION_ERRORS).flatMap(([noun, table]) =>
  Object.entries(table).map(([name, errors]) => ({ noun, name, errors: errors as readonly string[] })),
);

test('errors are listed for calls of merchants only, once each, and not those that follow from the declaration', () => {
  const wrong = listed.flatMap(({ noun, name, errors }) => {
    const call = calls.find((each) => each.noun === noun && each.name === name);
    if (!call) return [`${noun}.${name} is no call of merchants`];
    const derived: ReadonlySet<string> = derivedErrors(call.endpoint);
    const repeated = errors.filter((key, at) => derived.has(key) || errors.indexOf(key) !== at);
    return repeated.map((key) => `${noun}.${name}: ${key}`);
  });
  expect(wrong).toEqual([]);
  expect(listed.length).toBeGreaterThan(150);
});

test('every call has its codes, each with a page and under its own status', () => {
  const statuses = new Map(documentedErrors('en').map(({ code, status }) => [code, String(status)]));
  for (const { noun, name, endpoint } of calls) {
    const codes = errorCodesOf(noun, name, endpoint);
    for (const [status, each] of Object.entries(codes))
      for (const code of each) expect(statuses.get(code), `${noun}.${name}: ${code}`).toBe(status);
    expect(codes, `${noun}.${name}`).toMatchObject({
      429: expect.arrayContaining(['too_many_requests']),
      500: ['defect'],
    });
  }
});

/** Errors that the console, or the pages of payers and shops, answer with, and that have had a page since they were released. */
const OF_PAGES = ['cash_held', 'date_in_past', 'iban_of_ours_taken'];

test('every documented error is one of a call', () => {
  const answered = new Set(
    calls.flatMap(({ noun, name, endpoint }) => Object.values(errorCodesOf(noun, name, endpoint)).flat()),
  );
  const unused = documentedErrors('en')
    .map(({ code }) => code)
    .filter((code) => !answered.has(code));
  expect(unused.toSorted()).toEqual(OF_PAGES);
});

/** The codes of a call's responses in the document, by status. */
function documentedCodes(path: string, method: string): Record<string, string[]> {
  const { paths, components } = openApiIn('en', 'https://pay.daftar.example');
  return Object.fromEntries(
    Object.entries(paths[path]![method]!.responses).flatMap(([status, response]) => {
      const name = String(response.$ref ?? '').replace('#/components/responses/', '');
      const codes = (components.responses[name] ?? response)[ERROR_CODES] as string[] | undefined;
      return codes ? [[status, codes]] : [];
    }),
  );
}

test('the OpenAPI document names what creating a payment link may answer', () => {
  const codes = documentedCodes('/merchant/payment_links/create', 'post');
  expect(Object.keys(codes)).toEqual([
    '400',
    '401',
    '403',
    '404',
    '405',
    '409',
    '413',
    '415',
    '422',
    '429',
    '500',
    '503',
  ]);
  expect(codes).toMatchObject({
    400: ['malformed', 'not_utf8', 'unknown_version'],
    404: ['not_found'],
    409: ['idempotency_conflict'],
    422: expect.arrayContaining([
      'past_due_date',
      'total_too_large',
      'decimal_comma',
      'required',
      'unknown_field',
    ]),
  });
});

test('the OpenAPI document names the codes of every call, and of no other', () => {
  for (const { noun, name, endpoint } of calls) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    const codes = documentedCodes(path, endpoint.method.toLowerCase());
    expect(codes, `${noun}.${name}`).toEqual(errorCodesOf(noun, name, endpoint));
  }
});

test('each SDK knows the codes of the calls that keys can make, and takes codes that are added later', () => {
  const files = sdkFiles(openApiIn('en', 'https://pay.daftar.example'));
  expect(files['typescript/src/error-codes.ts']).toMatch(
    /\| "past_due_date"\n.*ErrorCode = KnownErrorCode \| \(string & \{\}\);/s,
  );
  expect(files['python/daftar/error_codes.py']).toMatch(
    /"past_due_date",\n.*ErrorCode = Union\[KnownErrorCode, str\]/s,
  );
  expect(files['php/src/ErrorCode.php']).toContain("public const PAST_DUE_DATE = 'past_due_date';");
  for (const file of ['typescript/src/resources.ts', 'python/daftar/resources.py', 'php/src/Resources.php'])
    expect(files[file]).toMatch(/Create a payment link\. .* Own error codes: .*`past_due_date`/);
});
