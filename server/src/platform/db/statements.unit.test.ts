/** The statements of a migration are sent one by one, without losing any text. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { migrationsDirectory } from './migrate.ts';
import { statementsOf } from './statements.ts';

const PIECES = [
  "select 'a;b''c'",
  'select ";" from t',
  'do $$ begin perform 1; end $$',
  "create function f() returns text language sql as $body$ select '$$;'; $body$",
  '-- a comment; with one\nselect 1',
  '/* and ; another */ select $1',
  "comment on table t is 'it''s; -- no comment'",
];

test('a text of any statements is those statements', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PIECES), { minLength: 1 }), (pieces) => {
      expect(statementsOf(`${pieces.join(';\n')};\n-- the end;\n`)).toEqual(pieces);
    }),
  );
});

test('what is no statement is not sent', () => {
  expect(statementsOf(' ;\n-- only this\n;;')).toEqual([]);
});

test('every migration is what its statements say together, but for comments between them', () => {
  for (const name of readdirSync(migrationsDirectory()).filter((each) => each.endsWith('.sql'))) {
    const text = readFileSync(join(migrationsDirectory(), name), 'utf8');
    const bare = (sql: string) => sql.replace(/--.*$/gm, '').replace(/[\s;]+/g, '');
    expect(bare(statementsOf(text).join(';')), name).toBe(bare(text));
  }
});
