/** What belongs to somebody else, named in a body or a filter: nothing of it is changed, and nothing of it is told. */
import { isForOperators } from '@daftar/contract/ops-roles';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Case, callCase, cases, sampledQuery } from '../kit/cases.ts';
import { type Actor, startTestServer, type TestServer } from '../kit/server.ts';

let daftar: TestServer;
let owner: Actor;
let stranger: Actor;
/** Tables of merchants, and those of them whose rows have a reference that people read. */
let tables: string[];
let referenced: string[];
beforeAll(async () => {
  // One connection prepares each statement once.
  daftar = await startTestServer({ databasePool: 1 });
  [owner, stranger] = [await daftar.merchant(), await daftar.merchant()];
  const withColumn = async (column: string) => {
    const rows = await daftar.database.sql<{ name: string }[]>`
      select c.table_name as name from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and c.column_name = ${column} and t.table_type = 'BASE TABLE' order by 1`;
    return rows.map(({ name }) => name);
  };
  tables = await withColumn('merchant_id');
  const read = await withColumn('reference');
  referenced = tables.filter((name) => read.includes(name));
});
afterAll(() => daftar.close());

/** Asks many tables at once; prepared, because planning that takes far longer than running it. */
const ofStranger = <T extends object>(parts: string[]) =>
  daftar.database.sql.unsafe<T[]>(parts.join(' union all '), [stranger.merchantId], { prepare: true });

/** Every row that the stranger has, as a fingerprint by table. */
async function stateOfStranger(): Promise<Record<string, string>> {
  const parts = tables.map(
    (name) =>
      `select '${name}' as t, md5(string_agg(r::text, '|' order by r::text)) as d from ${name} r where merchant_id = $1`,
  );
  const rows = await ofStranger<{ t: string; d: string }>(parts);
  return Object.fromEntries(rows.map(({ t, d }) => [t, d]));
}

async function referencesOfStranger(): Promise<string[]> {
  const parts = referenced.map((name) => `select reference from ${name} where merchant_id = $1`);
  const rows = await ofStranger<{ reference: string }>(parts);
  return rows.map(({ reference }) => reference).filter((each) => /^[A-Z]{3}-\w{8}$/.test(each));
}

/** A body or a query as it would be sent; forms of parts as their text fields. */
const asText = (sent: unknown) =>
  sent instanceof FormData ? JSON.stringify([...sent.entries()]) : JSON.stringify(sent ?? null);

/** Calls of merchants that say something beside their path; in one mode, as the merchant is the same in both. */
const speaking: (readonly [string, Case])[] = cases
  .filter(
    ({ endpoint: { access, base }, sample, mode }) =>
      (base === 'fixed' || mode === 'test') &&
      access !== 'public' &&
      !isForOperators(access) &&
      (sample.body || typeof sample.query === 'function'),
  )
  .map((each) => [each.name, each] as const);

describe.each(speaking)('%s', (_, each) => {
  test('neither changes another merchant’s data nor reveals any of it', async () => {
    const { sample, mode } = each;
    const [ours, theirs] = [owner, stranger].map((actor) => ({ daftar, actor, mode }));
    const params = await sample.params?.(ours!);
    const body = await sample.body?.(theirs!);
    const query = await sampledQuery(sample, theirs!);
    const [before, secrets] = [await stateOfStranger(), await referencesOfStranger()];
    const answer = await callCase(daftar, each, owner, owner, {
      query,
      ...(params ? { params } : {}),
      ...(sample.body ? { body } : {}),
    });
    expect(answer.status, answer.raw).toBeLessThan(500);
    expect(await stateOfStranger(), answer.raw).toEqual(before);
    const sent = asText(body) + asText(query);
    expect(secrets.filter((each) => answer.raw.includes(each) && !sent.includes(each))).toEqual([]);
    expect(answer.raw.includes(stranger.email) && !sent.includes(stranger.email)).toBe(false);
  });
});

test('more than forty calls are covered', () => {
  const names = speaking.map(([name]) => name);
  expect(names).toEqual(expect.arrayContaining(['invoices.create', 'payment-links.exportCsv']));
  expect(names.length).toBeGreaterThan(40);
});
