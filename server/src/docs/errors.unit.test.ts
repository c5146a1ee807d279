import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf, isDocumented } from '@daftar/contract/error-codes';
import explained from '@daftar/contract/messages/errors/en.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { projectRoot } from '../platform/paths.ts';
import { documentedErrors } from './errors.ts';

const keys = Object.keys(explained) as (keyof typeof explained)[];

test('no two errors have the same code, and every code can stand in an address', () => {
  const codes = documentedErrors('en').map(({ code }) => code);
  expect(codes).toHaveLength(keys.length);
  expect(codes.filter((code, at) => codes.indexOf(code) !== at)).toEqual([]);
  expect(codes.filter((code) => !/^[a-z][a-z0-9_]+$/.test(code))).toEqual([]);
  expect(codeOf('invoices.alreadyPaid')).toBe('invoices_already_paid');
  expect(codeOf('http.tooManyMinutes')).toBe(codeOf('http.tooMany'));
});

test('every documented error has its sentence in both languages', () => {
  for (const locale of ['en', 'ar'] as const) {
    const untold = documentedErrors(locale).filter(({ sentences }) =>
      sentences.some((sentence) => !sentence.includes(' ')),
    );
    expect(untold.map(({ code }) => code)).toEqual([]);
  }
});

test('what only the console or a payer’s page meets has no page', () => {
  expect(keys.filter((key) => !isDocumented(key))).toEqual([]);
  expect([isDocumented('ops.ownRole'), isDocumented('InvalidCvv')]).toEqual([false, false]);
});

/** The keys that schemas name: strings for zod, which no type compares with the codes. */
const named = (folder: string, property: string) =>
  readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /^(?!openapi-).*\.ts$/.test(file) && !file.endsWith('test.ts'))
    .flatMap((file) => [
      ...readFileSync(join(projectRoot, folder, file), 'utf8').matchAll(
        new RegExp(`\\b${property}: '([A-Z][A-Za-z]+)'`, 'g'),
      ),
    ])
    .map(([, key]) => key!);

test('every sentence that a schema names is an error with a code', () => {
  const inner = readFileSync(join(projectRoot, 'contract/src/error-codes.ts'), 'utf8');
  const found = [...named('contract/src', '(?:error|message)'), ...named('server/src', 'error')];
  expect(found.length).toBeGreaterThan(100);
  expect([...new Set(found)].filter((key) => !(key in explained) && !inner.includes(`'${key}'`))).toEqual([]);
});
