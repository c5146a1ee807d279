import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const source = fileURLToPath(new URL('../server/src', import.meta.url));
const TEST = /\.test\.ts$/;

/**
 * Bounds of statements that nobody misses the rest of, and why. A list that is read by people or software is whole, asks for one
 * row more to say that there are others, or refuses (`fewEnough`): it is never cut without a word.
 */
const NOBODY_MISSES = new Map(
  Object.entries({
    LISTED_PER_RULE: 'examples of what a check of the books found, whose total says how many there are',
    COUNT_BOUND: 'a count that is told as "more than"',
    COUNTED_JOBS: 'a figure of monitoring, bounded',
    READ_JOBS: 'a figure of monitoring, bounded',
    MERCHANTS_AT_ONCE: 'a batch; the next run takes the rest',
    ROWS_OF_A_MERCHANT: 'a batch; the next run takes the rest',
    AT_ONCE: 'a batch; the next run takes the rest',
    AHEAD: 'counted up to it',
    LOOKED_AT: 'a sample of the newest',
    MAX_FOUND_PER_KIND: 'the search of everything, which leads to the lists',
    SESSIONS_SHOWN: 'told beside the list',
    ROLE_AVATARS: 'faces beside a number',
    EXPANDED_MAXIMUM: 'the bound that the contract names',
    MEMBERSHIPS_MAXIMUM: 'those in use come first',
    MAX_MEMBERSHIPS: 'more than anybody is active in',
    '10000 of reconciliation/statements/store-match.ts':
      'a batch: each opens a break, and is none of the next run’s',
    '10 of bank-transfers/store.ts': 'names that warn beside a draft',
    '4 of orders/store-list.ts': 'pictures beside a number of pieces',
    '1000 of products/store.ts': 'suggestions while one types, by name',
  }),
);

/** The bounds of statements that are a number or a constant: what a caller gives is the caller's; two tell one from several. */
function boundsOf(text) {
  const sql = [
    ...text.matchAll(/\blimit (?:(\d+)|\$\{(?:\w+\(\w+, |\w+\.unsafe\(String\()?([A-Z][A-Z_]*)\)*\})/g),
  ];
  return sql.map(([, number, name]) => number ?? name).filter((bound) => bound !== '1' && bound !== '2');
}

test('what people and software read is never cut without a word', () => {
  const found = readdirSync(source, { recursive: true })
    .map((file) => String(file).replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts') && !TEST.test(file))
    .flatMap((file) =>
      boundsOf(readFileSync(join(source, file), 'utf8')).map((bound) =>
        NOBODY_MISSES.has(bound) ? bound : `${bound} of ${file}`,
      ),
    );
  expect(new Set(found)).toEqual(new Set(NOBODY_MISSES.keys()));
});

test.each([
  ['order by id limit 200`', ['200']],
  ['order by id limit 1`', []],
  ['order by id limit 2`', []],
  // biome-ignore-start lint/suspicious/noTemplateCurlyInString: the SQL of a template, as the check reads it
  ['order by id limit ${MOST}`', ['MOST']],
  ['order by id limit ${inText(db, MOST)}`', ['MOST']],
  ['order by id limit ${db.unsafe(String(MOST))}`', ['MOST']],
  ['order by id limit ${MOST + 1}`', []],
  ['order by id limit ${limit}`', []],
  // biome-ignore-end lint/suspicious/noTemplateCurlyInString: the SQL of a template, as the check reads it
])('of %s the bounds are %j', (sql, bounds) => expect(boundsOf(sql)).toEqual(bounds));
