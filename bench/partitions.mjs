// What partitions by month would cost and save (ADR 119): a list's first page and a page by a status, of one table and of one with
// 24 partitions, planned each time and prepared; and how rows of a month go: deleted in batches, or with their partition.
import { connect, median, sized, startProduct, table } from './support.mjs';

const MONTHS = 24;
const MERCHANTS = sized(1_000, 20);
const ROWS = sized(1_200_000, 24_000);
const TIMES = sized(300, 5);
const BATCH = 2_000;

const product = await startProduct();
const sql = connect(product.databaseUrl, 1);
await sql`set statement_timeout = 0`;
await sql`set synchronous_commit = off`;

const columns = `merchant_id bigint not null, id bigint not null, status smallint not null, at timestamptz not null, detail text not null`;
const indexes = [
  '(merchant_id, at, id)',
  '(merchant_id, status, at, id)',
  '(merchant_id, status, id)',
  '(at)',
];

/** Creates a table, whole or by month, with the same rows and indexes. */
async function make(name, isParted) {
  await sql.unsafe(`create table ${name} (${columns}, primary key (merchant_id, id${isParted ? ', at' : ''}))
                    ${isParted ? 'partition by range (at)' : ''}`);
  const first = (month) => new Date(Date.UTC(2026, month, 1)).toISOString();
  for (let month = 0; isParted && month < MONTHS; month += 1)
    await sql.unsafe(`
      create table ${name}_${month} partition of ${name}
        for values from ('${first(month)}') to ('${first(month + 1)}')`);
  await sql.unsafe(`
    insert into ${name}
    select 1 + n % ${MERCHANTS}, n, case n % 20 when 0 then 0 when 1 then 2 else 1 end,
           timestamptz '2026-01-01Z' + (interval '730 days' / ${ROWS}) * n, repeat(md5(n::text), 10)
      from generate_series(0, ${ROWS} - 1) n`);
  for (const index of indexes) await sql.unsafe(`create index on ${name} ${index}`);
  await sql.unsafe(`vacuum analyze ${name}`);
}

const pages = {
  'newest page': (name) => `select * from ${name} where merchant_id = $1 order by at desc, id desc limit 10`,
  'newest page of a rare status': (name) =>
    `select * from ${name} where merchant_id = $1 and status = 2 order by at desc, id desc limit 10`,
  'newest page by id': (name) =>
    `select * from ${name} where merchant_id = $1 and status = 1 order by id desc limit 10`,
  'one row by its id': (name) => `select * from ${name} where merchant_id = $1 and id = 77`,
};

async function took(run) {
  const times = [];
  for (let time = -3; time < TIMES; time += 1) {
    const began = performance.now();
    await run(1 + ((time + 3) % MERCHANTS));
    if (time >= 0) times.push(performance.now() - began);
  }
  return median(times);
}

const logged = async () =>
  Number((await sql`select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as b`)[0].b);

async function measured(work) {
  const [began, bytes] = [performance.now(), await logged()];
  await work();
  return { ms: Math.round(performance.now() - began), 'MB of WAL': ((await logged()) - bytes) / 1e6 };
}

await make('whole', false);
await make('parted', true);
const reads = [];
for (const [what, query] of Object.entries(pages))
  for (const [how, prepare] of [
    ['planned each time', false],
    ['prepared', true],
  ]) {
    const one = await took((merchant) => sql.unsafe(query('whole'), [merchant], { prepare }));
    const many = await took((merchant) => sql.unsafe(query('parted'), [merchant], { prepare }));
    reads.push({
      what,
      how,
      'ms, whole': one.toFixed(2),
      'ms, 24 parts': many.toFixed(2),
      ratio: (many / one).toFixed(2),
    });
  }
table(`one of ${MERCHANTS} merchants, ${ROWS} rows of two years, median of ${TIMES}`, reads);

const end = new Date(Date.UTC(2026, 1, 1)).toISOString();
const deleted = await measured(async () => {
  for (let count = BATCH; count === BATCH; )
    ({ count } = await sql.unsafe(`
      delete from whole where (merchant_id, id) in (
        select merchant_id, id from whole where at < '${end}' order by at limit ${BATCH} for update skip locked)`));
  await sql`vacuum whole`;
});
const dropped = await measured(async () => {
  await sql`alter table parted detach partition parted_0`;
  await sql`drop table parted_0`;
});
table('a month goes', [
  { how: `deleted in batches of ${BATCH}, and vacuumed`, ...deleted },
  { how: 'detached and dropped', ...dropped },
]);
await sql.end();
await product.stop();
