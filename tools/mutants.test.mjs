import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { faultsOf, functionsOf, planted } from './mutants/sql.mjs';
import { faultsOfCode, faultsOfQueries } from './mutants/typescript.mjs';
import { verdictOf } from './mutants/verdict.mjs';
import { readSchemaSources } from './schema-sources.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const all = (text) => faultsOf(text).map((fault) => planted(text, fault));

describe('SQL mutants', () => {
  test('change comparisons, drop terms and shift constants', () => {
    expect(all('select 7 from t where a < b and c')).toEqual([
      'select 8 from t where a < b and c',
      'select 7 from t where a <= b and c',
      'select 7 from t where a > b and c',
      'select 7 from t where a < b  ',
      'select 7 from t where a < b or c',
    ]);
    expect(all('v := round(a * b) - c;')).toEqual(['v := round(a / b) - c;', 'v := round(a * b) + c;']);
    expect(all('if not held and paid is null then')).toContain('if held and paid is null then');
    expect(all('if not held and paid is null then')).toContain('if not held and paid is not null then');
  });

  test('leave assignments, quotes, comments and interpolations unchanged', () => {
    expect(all('update t set a = b where id is null -- 1 < 2\n')).toEqual([
      'update t set a = b where id is not null -- 1 < 2\n',
    ]);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a template.
    expect(all("select '1 < 2', ${a < b}, x::numeric")).toEqual([]);
  });

  test('leave unchanged what decides nothing: error texts, sort orders, type lengths', () => {
    expect(all("raise exception using errcode = 'x', constraint = tg_argv[0];")).toEqual([]);
    expect(all('select * from t order by a = b desc limit 1 for update')).toEqual([]);
    expect(all('get diagnostics n = row_count; perform 1 from t; v := x::char(3)')).toEqual([]);
    expect(all('perform from t where a order by b + c loop')).toEqual([]);
  });

  test('end a term before a name, a result or a loop', () => {
    expect(all('select a and b as c into v')).toEqual(['select a  as c into v', 'select a or b as c into v']);
    expect(all('select a and b is not distinct from c from t')).toContain('select a  from t');
    expect(all('for v in select a from t where b and c loop')).toContain(
      'for v in select a from t where b  loop',
    );
  });

  test('drop a term together with its whole case expression', () => {
    expect(all('select x and case when a then b end from t')).toContain('select x  from t');
  });

  test('change the case and sums within an update’s assignment, but not the assignment itself', () => {
    expect(all('update t set a = case when b = c then 1 else d end')).toEqual([
      'update t set a = case when b <> c then 1 else d end',
      'update t set a = case when b = c then 2 else d end',
    ]);
  });

  test('are found for most functions of the schema, and every function is read', () => {
    const schema = readSchemaSources(root);
    const functions = functionsOf(schema);
    expect(functions.length).toBe(schema.match(/^as \$\$/gm).length);
    // A function whose body is an expression stands between them.
    expect(functions.map(({ name }) => name)).toEqual(expect.arrayContaining(['settle_due', 'order_take']));
    const outcome = functions.find(({ name }) => name === 'attempt_outcome');
    expect(faultsOf(outcome.text.slice(outcome.body)).length).toBeGreaterThan(80);
  });
});

describe('TypeScript mutants', () => {
  const file = 'server/src/checkout/rules.ts';

  test('change a file’s code and its queries', async () => {
    const text = readFileSync(join(root, file), 'utf8');
    const kinds = new Set((await faultsOfCode(file, text)).map(({ kind }) => kind));
    expect([...kinds]).toEqual(expect.arrayContaining(['ArithmeticOperator', 'EqualityOperator']));
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a template.
    const query = 'const rows = await db<Row[]>`select a from t where n > ${least} and not done`;';
    expect(faultsOfQueries(query).map((fault) => planted(query, fault))).toContain(
      // biome-ignore lint/suspicious/noTemplateCurlyInString: as above.
      'const rows = await db<Row[]>`select a from t where n > ${least} and done`;',
    );
  });

  test('leave log statements unchanged', async () => {
    const text = "if (n > 1) app.log.warn({ isFew: n < 9 }, 'few');";
    expect((await faultsOfCode('x.ts', text)).map(({ start }) => start)).not.toContain(text.indexOf('n < 9'));
    expect((await faultsOfCode('x.ts', text)).map(({ start }) => start)).toContain(text.indexOf('n > 1'));
  });

  test('leave assertions unchanged, and never make a lock cover more rows', async () => {
    const replaced = async (text) => (await faultsOfCode('x.ts', text)).map(({ replacement }) => replacement);
    expect(await replaced('if (!row) throw new Error(`gone`);')).not.toContain('false');
    expect(await replaced('if (!row) throw new NotFound();')).toContain('false');
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a template.
    const lock = 'await tx`select from t where m = ${m} and id = ${id} for update`;';
    expect(faultsOfQueries(`\n  ${lock}`).map(({ kind }) => kind)).toEqual([
      'query: comparison',
      'query: comparison',
    ]);
    expect(faultsOfQueries(`\n  const rows = ${lock}`)).toHaveLength(4);
  });

  test('of the fee calculation fail the tests of its rules', async () => {
    const text = readFileSync(join(root, file), 'utf8');
    const fault = (await faultsOfCode(file, text)).find(({ kind }) => kind === 'ArithmeticOperator');
    const folder = mkdtempSync(join(tmpdir(), 'daftar-mutant-'));
    try {
      const run = (changed) => {
        writeFileSync(join(folder, 'mutant.ts'), changed);
        const args = [
          'node_modules/vitest/vitest.mjs',
          'run',
          '--project=unit',
          'server/src/checkout/rules.test.ts',
        ];
        const env = { ...process.env, MUTANT_OF: join(root, file), MUTANT_CODE: join(folder, 'mutant.ts') };
        return spawnSync(process.execPath, args, { cwd: root, env }).status;
      };
      expect([run(text), run(planted(text, fault))]).toEqual([0, 1]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe('a run', () => {
  const counts = (noticed, tried, invalid = []) => ({ noticed, tried, invalid });

  test('succeeds when at least nine of ten faults of each kind are noticed', () => {
    expect(verdictOf({ sql: counts(9, 10), code: counts(10, 10) })).toEqual({
      lines: ['sql: 9 of 10 noticed', 'code: 10 of 10 noticed'],
      isGood: true,
    });
    expect(verdictOf({ sql: counts(8, 10), code: counts(10, 10) }).isGood).toBe(false);
  });

  test('fails with the reason when a fault could not be planted', () => {
    const { lines, isGood } = verdictOf({ sql: counts(9, 9, ['ledger_post:3: connection refused']) });
    expect(isGood).toBe(false);
    expect(lines).toContain('sql: could not be planted: ledger_post:3: connection refused');
  });

  test('fails when no fault was tried, of one kind or of both', () => {
    expect(verdictOf({})).toEqual({ lines: ['No fault was tried.'], isGood: false });
    const { lines, isGood } = verdictOf({ sql: counts(0, 0), code: counts(3, 3) });
    expect(isGood).toBe(false);
    expect(lines).toContain('sql: no fault was tried');
  });

  test('exits with 1 when nothing matches the selection', () => {
    const { status, stdout } = spawnSync(
      process.execPath,
      ['tools/mutants.mjs', '--in', 'checkout/no-such-file'],
      { cwd: root, encoding: 'utf8' },
    );
    expect(stdout).toContain('No fault was tried.');
    expect(status).toBe(1);
  });
});

test('an explained fault names code that exists', () => {
  const explained = JSON.parse(readFileSync(join(root, 'tools/mutants/explained.json'), 'utf8'));
  const tidy = (text) => text.replace(/\s+/g, ' ').trim();
  const sources = ['server/src', 'server/sql'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .filter((file) => /\.(?:ts|sql)$/.test(file))
      .map((file) => readFileSync(join(root, folder, file), 'utf8')),
  );
  const code = tidy(sources.join(' '));
  expect(explained.length).toBeGreaterThan(0);
  expect(explained.filter(({ before }) => !code.includes(tidy(before)))).toEqual([]);
});
