// Imports a settlement file of a million lines, matching included, compared with `copy` of the same rows; makes the cut-off
// report of them; previews statements of banks of 1,000 to 100,000 lines and imports one beside health checks; and lists the open breaks of few
// lines and of ten million. `node bench/reconciliation.mjs [statements | lines of the file] [lines of the list]`
import { once } from 'node:events';
import {
  createReadStream,
  createWriteStream,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { consoleOf } from './console.mjs';
import { loading } from './data.mjs';
import { connect, median, sized, startProduct, table } from './support.mjs';

const ONLY_STATEMENTS = process.argv[2] === 'statements';
const FEW = sized(10_000, 500);
const MANY = sized(Number(ONLY_STATEMENTS ? 0 : (process.argv[2] ?? 1_000_000)), 2_000);
const MOST = sized(Number(process.argv[3] ?? 10_000_000), 5_000);
const ROUNDS = sized(Number(process.env.BENCH_ROUNDS ?? 3));
const LISTS = sized(60, 3);
/** Of a hundred lines: one that nobody knows, one of too little, one with another cost. */
const CASES = 100;

const folder = mkdtempSync(join(tmpdir(), 'daftar-reconciliation-'));
const product = await startProduct();
const sql = connect(product.databaseUrl);
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

const { ops, signIn } = consoleOf(product);

const numberOf = (text, pattern) => Number(pattern.exec(text)?.[1]);
const refOf = (n) => n.toString(36).toUpperCase().padStart(20, '0');

/** An account with payments, and a profile. @returns its ids */
async function account(name, payments, from) {
  const [merchant] = await sql`
    insert into merchants (business_name, status, email, mobile)
    values (${name}, 3, ${`${name}@example.com`}, '01000000000') returning id`;
  const [made] = await sql`
    insert into processor_accounts (token, adapter, mode, merchant_id, name, methods, currencies, base_url, sealed_credentials,
                                    sealed_notification_secret, state, created_at, updated_at)
    values (gen_random_uuid()::text, 'mpgs', 'live', ${merchant.id}, ${name}, '{1}', '{EGP}', 'https://bank.example', '', '', 'off',
            now(), now()) returning id`;
  await loading(sql, ['transactions', 'payment_attempts'], async (tx) => {
    await tx`
      insert into transactions (merchant_id, id, mode, reference, source_kind, source_id, payment_method, status, currency, subtotal,
                                total, value_piastres, charged_piastres, fee_piastres, net_piastres, created_at, paid_at, updated_at)
      overriding system value
      select ${merchant.id}, ${from}::bigint + n, 'live', 'TRX-' || upper(to_hex(${from}::bigint + n)), 'payment-link', 1, 1, 1,
             'EGP', 10000, 10000, 10000, 10000, 275, 9725, '2026-06-15T09:00:00Z', '2026-06-15T09:01:00Z', '2026-06-15T09:01:00Z'
        from generate_series(1, ${payments}::int) n`;
    await tx.unsafe(`
      insert into payment_attempts (merchant_id, id, mode, token, payable_kind, payable_id, transaction_id, payment_method, state,
        holds_place, hold_expires_at, expires_at, processor, processor_account_id, external_ref, value_piastres, charge_piastres,
        fee_piastres, vat_piastres, rate_bps, fixed_fee_piastres, vat_bps, fees_on, locale, created_at, updated_at, paid_at, next_ask_at)
      overriding system value
      select ${merchant.id}, ${from} + n, 'live', 'token' || (${from} + n), 'payment-link', 1, ${from} + n, 1, 'succeeded', false,
             '2026-06-15T09:15:00Z', '2026-06-15T09:15:00Z', 'mpgs', ${made.id}, lpad(upper(r.ref), 20, '0'), 10000, 10000, 275, 0, 275, 0,
             1400, 'M', 'ar', '2026-06-15T09:00:00Z', '2026-06-15T09:01:00Z', '2026-06-15T09:01:00Z', null
        from generate_series(1, ${payments}) n,
             lateral (select string_agg(substr('0123456789abcdefghijklmnopqrstuvwxyz', (((${from}::bigint + n) / power(36, k)::bigint) % 36)::int + 1, 1),
                                        '' order by k desc) as ref from generate_series(0, 6) k) r`);
  });
  const columns = Object.fromEntries(
    [
      'gross',
      'fee',
      'vat',
      'net',
      'kind',
      'our_ref',
      'processor_ref',
      'rrn',
      'auth_code',
      'card',
      'currency',
      'occurred_on',
      'value_on',
      'batch',
      'text',
    ].map((column) => [column, '']),
  );
  const layout = {
    format: 'table',
    encoding: 'auto',
    delimiter: 'auto',
    decimal_mark: 'point',
    unit: 'pounds',
    signs: 'as-written',
    dates: 'dmy',
    columns: {
      ...columns,
      gross: 'Amount',
      fee: 'Commission',
      net: 'Net',
      our_ref: 'Order',
      rrn: 'RRN',
      auth_code: 'Auth',
      card: 'Card',
      occurred_on: 'Date',
      batch: 'Batch',
    },
    words: { payment: '', refund: '', reversal: '', chargeback: '', fee: '', adjustment: '', ignored: '' },
  };
  const [profile] = await sql`
    insert into reconciliation_profiles (processor_account_id, name, layout, tolerance_piastres, lag_days, fee_rate_bps,
                                         fee_fixed_piastres, fee_vat_bps, created_at, updated_at)
    values (${made.id}, 'Daily', ${sql.json(layout)}, 0, 2, 200, 0, 1400, now(), now()) returning id`;
  return { accountId: made.id, profileId: profile.id };
}

const pounds = (piastres) => (piastres / 100).toFixed(2);

/** Writes a file of lines of these payments. */
async function fileOf(name, payments, from) {
  const path = join(folder, name);
  const lines = function* () {
    yield 'Order,RRN,Auth,Card,Date,Batch,Amount,Commission,Net\n';
    for (let n = 1; n <= payments; ) {
      const some = [];
      for (const end = Math.min(payments, n + 999); n <= end; n += 1) {
        const which = n % CASES;
        const order = which === 1 ? `X${from + n}` : refOf(from + n);
        const gross = which === 2 ? 9_900 : 10_000;
        const fee = Math.round(gross * 0.02 * 1.14) + (which === 3 ? 100 : 0);
        const cells = [
          order,
          600_000_000_000 + n,
          String(n % 1_000_000).padStart(6, '0'),
          '4508********1019',
          '15/06/2026',
          `B${n % 7}`,
          ...[gross, fee, gross - fee].map(pounds),
        ];
        some.push(`${cells.join(',')}\n`);
      }
      yield some.join('');
    }
  };
  await pipeline(Readable.from(lines()), createWriteStream(path));
  return path;
}

/** Seconds that `copy` takes for the lines of an account, into a table with the same indexes. */
async function copyAgain(accountId) {
  const path = join(folder, 'lines.copy');
  // Through a cursor: a stream of `copy … to stdout` that is slower than its reader's disk never ends here.
  await sql.begin(async (tx) => {
    await tx`set local statement_timeout = 0`;
    const into = createWriteStream(path);
    const lines = tx`
      select row_to_json(l)::text as line from reconciliation_lines l where processor_account_id = ${accountId}`.cursor(
      5_000,
    );
    const columns = (
      await tx`
        select column_name as name from information_schema.columns
         where table_name = 'reconciliation_lines' order by ordinal_position`
    ).map(({ name }) => name);
    for await (const some of lines) {
      const text = some.map(({ line: json }) => {
        const values = JSON.parse(json);
        return `${columns.map((name) => values[name] ?? '\\N').join('\t')}\n`;
      });
      if (!into.write(text.join(''))) await once(into, 'drain');
    }
    into.end();
    await once(into, 'close');
  });
  await sql`create table lines_again (like reconciliation_lines including all)`;
  const began = performance.now();
  await sql.begin(async (tx) => {
    await tx`set local statement_timeout = 0`;
    await pipeline(createReadStream(path), await tx`copy lines_again from stdin`.writable());
  });
  const seconds = (performance.now() - began) / 1000;
  await sql`drop table lines_again`;
  return seconds;
}

/** Lines of further files with their breaks, as the import writes them, until there are as many as `MOST`. */
async function fillUp(accountId, profileId) {
  const STEP = 1_000_000;
  for (let from = FEW + MANY; from < MOST; from += STEP) {
    const count = Math.min(STEP, MOST - from);
    await sql.begin(async (tx) => {
      await tx`set local statement_timeout = 0`;
      const [file] = await tx`
        insert into reconciliation_files (profile_id, processor_account_id, name, sha256, lines, matched, gross_piastres,
                                          fee_piastres, net_piastres, actor, created_at)
        values (${profileId}, ${accountId}, ${`filled-${from}`}, sha256(${String(from)}::bytea), ${count}, 0, 0, 0, 0, 'bench', now())
        returning id`;
      await tx`
        insert into reconciliation_lines (file_id, line_no, batch_id, processor_account_id, kind, currency, gross_piastres, fee_piastres,
                                          vat_piastres, net_piastres, our_ref, occurred_on, item, merchant_id, item_id, item_key, rule)
        select ${file.id}, n, 0, ${accountId}, 'payment', 'EGP', 10000, 228, 0, 9772, 'FILLED' || n, '2026-06-15',
               case when n % ${CASES} <> 1 then 'payment' end, case when n % ${CASES} <> 1 then 1 end,
               case when n % ${CASES} <> 1 then 5000000000 + ${from}::bigint + n end, case when n % ${CASES} <> 1 then '' end,
               case when n % ${CASES} <> 1 then 'id' end
          from generate_series(1, ${count}::int) n`;
      await tx`
        insert into reconciliation_breaks (processor_account_id, kind, file_id, line_no, reference, amount_piastres, currency, opened_at)
        select ${accountId}, (array['theirs_only', 'under', 'fee'])[n % ${CASES}], ${file.id}, n, 'FILLED' || n, (n * 7919::bigint) % 100000, 'EGP',
               now() - n * interval '1 second'
          from generate_series(1, ${count}::int) n where n % ${CASES} between 1 and 3`;
    });
  }
  await sql.begin(async (tx) => {
    await tx`set local statement_timeout = 0`;
    await tx`analyze reconciliation_lines`;
  });
  await sql`vacuum (analyze) reconciliation_breaks`;
}

/** Milliseconds until the list of open breaks is there, and the sums above it. */
async function listed(cookie) {
  const took = [];
  const sums = [];
  for (let n = 0; n < LISTS; n += 1) {
    const query = new URLSearchParams({
      sort_by: n % 2 ? 'created_at' : 'amount',
      sort_type: n % 4 > 1 ? 'asc' : 'desc',
    });
    const began = performance.now();
    const reply = await fetch(`${product.url}/api/ops/reconciliation/breaks?${query}`, {
      headers: { cookie },
    });
    const text = await reply.text();
    took.push(performance.now() - began);
    if (!reply.ok) throw new Error(text.slice(0, 300));
    const then = performance.now();
    const summed = await fetch(`${product.url}/api/ops/reconciliation/overview`, { headers: { cookie } });
    await summed.text();
    sums.push(performance.now() - then);
  }
  return { list: median(took), sums: median(sums) };
}

/** @returns of the server, in MiB: what it has now, and the most it had since {@link fromHere} */
function memory() {
  const status = readFileSync(`/proc/${product.pid}/status`, 'utf8');
  const of = (name) => Math.round(Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)[1]) / 1024);
  return { now: of('VmRSS'), most: of('VmHWM') };
}
const fromHere = () => writeFileSync(`/proc/${product.pid}/clear_refs`, '5');

/** Makes the cut-off of an account, of which everything is open, its PDF and workbook. @returns seconds and MiB above before */
async function cutOff(cookie, accountId) {
  const base = `${product.url}/api/ops/reconciliation/cut-offs`;
  const headers = { cookie, origin: product.url, 'content-type': 'application/json' };
  const measured = [];
  const time = async (what, work) => {
    const { now } = memory();
    fromHere();
    const began = performance.now();
    const result = await work();
    measured.push({ what, seconds: (performance.now() - began) / 1000, megabytes: memory().most - now });
    return result;
  };
  const drained = async (reply) => {
    if (!reply.ok) throw new Error(await reply.text());
    let bytes = 0;
    for await (const chunk of reply.body) bytes += chunk.length;
    return bytes;
  };
  const body = JSON.stringify({ account_id: accountId, day: '2026-06-15' });
  const { data } = await time('made', async () => {
    const reply = await fetch(base, { method: 'POST', headers, body });
    if (!reply.ok) throw new Error(await reply.text());
    return reply.json();
  });
  await time('PDF', async () => drained(await fetch(`${base}/${data.id}/pdf?language=ar`, { headers })));
  // A workbook has at most 1,048,576 rows.
  await time('CSV of its rows', async () =>
    drained(await fetch(`${base}/${data.id}/export?format=csv`, { headers })),
  );
  return measured;
}

/** Lines of statements of banks. */
const STATEMENTS = [1_000, 10_000, 100_000].map((lines) => sized(lines, lines / 1_000));

/** A statement of credits of one day that nothing explains. */
function statementOf(lines, format) {
  const amounts = Array.from({ length: lines }, (_, at) => 10_000 + at);
  const closing = pounds(amounts.reduce((sum, each) => sum + each, 0));
  if (format === 'mt940') {
    const comma = (amount) => amount.replace('.', ',');
    const entries = amounts.map(
      (amount, at) =>
        `:61:260615C${comma(pounds(amount))}NTRFNONREF//B${at}\n:86:TRANSFER ${at} OF SOMEBODY IN CAIRO\n`,
    );
    return `:20:A\n:25:EG380019000500000000263180002\n:28C:1/1\n:60F:C260614EGP0,00\n${entries.join('')}:62F:C260615EGP${comma(closing)}\n-\n`;
  }
  const balance = (code, amount, day) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EGP">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;
  const entries = amounts.map(
    (amount, at) =>
      `<Ntry><Amt Ccy="EGP">${pounds(amount)}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-06-15</Dt></BookgDt><AcctSvcrRef>B${at}</AcctSvcrRef><NtryDtls><TxDtls><RmtInf><Ustrd>TRANSFER ${at} OF SOMEBODY IN CAIRO</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
  );
  return (
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Id>1</Id><Acct><Id><IBAN>EG380019000500000000263180002</IBAN></Id><Ccy>EGP</Ccy></Acct>' +
    `${balance('OPBD', '0.00', '2026-06-14')}${balance('CLBD', closing, '2026-06-15')}${entries.join('\n')}</Stmt></BkToCstmrStmt></Document>`
  );
}

/** Seconds and MiB of previewing each statement by the command line. */
async function statements(id) {
  const measured = [];
  for (const format of ['mt940', 'camt.053'])
    for (const lines of STATEMENTS) {
      const path = join(folder, `${format}-${lines}`);
      writeFileSync(path, statementOf(lines, format));
      const { said, seconds, megabytes } = await ops('bank-statement', 'check', String(id), path);
      if (numberOf(said, /(\d+) new lines/) !== lines) throw new Error(said);
      measured.push({ format, lines, s: seconds.toFixed(1), 'most memory, MiB': megabytes });
    }
  return measured;
}

/** Batches that wait for their money, which every line is compared with. */
const WAITING = sized(20_000, 20);
/** Lines of a statement of 3.4 MB. */
const LINES = sized(38_500, 200);

/** Asks for `/healthz` again and again until `work` is done. @returns milliseconds of each answer */
async function healthDuring(work) {
  let isOver = false;
  const done = work.finally(() => {
    isOver = true;
  });
  const took = [];
  while (!isOver) {
    const began = performance.now();
    const reply = await fetch(`${product.url}/healthz`);
    await reply.text();
    took.push(performance.now() - began);
    await pause(5);
  }
  await done;
  return took;
}

/** Imports a statement in the console, with batches and then with its own lines waiting, and asks for the product's health meanwhile. */
async function besideHealth(cookie, id) {
  const { accountId, profileId } = await account('waiting', 1, 900_000_000);
  const [file] = await sql`
    insert into reconciliation_files (profile_id, processor_account_id, name, sha256, lines, matched, gross_piastres, fee_piastres,
                                      net_piastres, actor, created_at)
    values (${profileId}, ${accountId}, 'waiting', sha256('waiting'), 1, 0, 0, 0, 0, 'bench', now()) returning id`;
  await sql`
    insert into reconciliation_batches (file_id, name, currency, lines, gross_piastres, fee_piastres, net_piastres, value_on)
    select ${file.id}, 'WAITING-' || n, 'EGP', 1, n * 7, 0, n * 7, '2026-06-15' from generate_series(1, ${WAITING}::int) n`;
  const headers = { cookie, origin: product.url };
  /** @returns how it ended: a busy machine takes longer than the server waits for a silent connection */
  const post = async (path, body) => {
    const reply = await fetch(`${product.url}/api/ops/${path}`, { method: 'POST', headers, body }).catch(
      () => null,
    );
    if (reply && !reply.ok) throw new Error(await reply.text());
    await reply?.text();
    return reply ? 'answered' : 'out of time';
  };
  const content = statementOf(LINES, 'mt940');
  const form = () => {
    const body = new FormData();
    body.append('file', new Blob([content]), 'bench.sta');
    return body;
  };
  const works = {
    nothing: () => pause(sized(3_000, 50)),
    preview: () => post(`bank-statements/accounts/${id}/preview`, form()),
    import: () => post(`bank-statements/accounts/${id}/import`, form()),
    'looking again': () => post('bank-statements/match'),
  };
  const rows = [];
  for (const [what, start] of Object.entries(works)) {
    const began = performance.now();
    const work = start();
    const took = await healthDuring(work);
    rows.push({
      beside: what,
      ended: (await work) ?? '',
      s: ((performance.now() - began) / 1000).toFixed(1),
      'median of /healthz, ms': median(took).toFixed(1),
      'longest, ms': Math.max(...took).toFixed(0),
    });
  }
  return { megabytes: (content.length / 1e6).toFixed(1), rows };
}

const [{ id: ourAccount }] = await sql`
  insert into provider_bank_accounts (name, bank_name, iban, bic, format, created_at)
  values ('Bench', 'Bank', 'EG380019000500000000263180002', '', 'pain.001', now()) returning id`;
const cookie = await signIn('finance');
table('Previews of statements of banks', await statements(ourAccount));
const health = await besideHealth(cookie, ourAccount);
table(`/healthz beside a statement of ${health.megabytes} MB and ${WAITING} batches`, health.rows);
if (ONLY_STATEMENTS) {
  await sql.end();
  await product.stop();
  process.exit();
}
const few = await account('few', FEW, 1_000_000_000);
await ops('settlement-file', 'import', String(few.profileId), await fileOf('few.csv', FEW, 1_000_000_000));
await sql`analyze reconciliation_breaks`;
const listOfFew = await listed(cookie);

const many = await account('many', MANY, 2_000_000_000);
const path = await fileOf('many.csv', MANY, 2_000_000_000);
const imports = [];
for (let round = 0; round < ROUNDS; round += 1) {
  const { said, seconds, megabytes } = await ops('settlement-file', 'import', String(many.profileId), path);
  if (numberOf(said, /(\d+) matched/) < MANY * 0.98) throw new Error(said);
  imports.push({ seconds, megabytes, copy: await copyAgain(many.accountId) });
  if (round === ROUNDS - 1) break;
  // Taken back without the console, which has a time limit of its own.
  const id = numberOf(said, /file (\d+)/);
  await sql.begin(async (tx) => {
    await tx`set local statement_timeout = 0`;
    await tx`delete from reconciliation_breaks where processor_account_id = ${many.accountId}`;
    await tx`delete from reconciliation_lines where file_id = ${id}`;
    await tx`delete from reconciliation_batches where file_id = ${id}`;
    await tx`delete from reconciliation_files where id = ${id}`;
  });
  await sql`vacuum (analyze) reconciliation_lines`;
}
await sql`vacuum (analyze) reconciliation_breaks`;
const seconds = median(imports.map((each) => each.seconds));
const copy = median(imports.map((each) => each.copy));
table(`A settlement file of ${MANY} lines`, [
  { what: 'import with matching, s', value: seconds.toFixed(1) },
  { what: 'copy of its rows, s', value: copy.toFixed(1) },
  { what: 'ratio (goal: at most 6)', value: (seconds / copy).toFixed(2) },
  { what: 'most memory, MiB', value: Math.max(...imports.map((each) => each.megabytes)) },
]);
table(
  `The cut-off report of ${MANY} payments and lines`,
  (await cutOff(cookie, many.accountId)).map(({ what, seconds: took, megabytes }) => ({
    what,
    s: took.toFixed(1),
    'memory above before, MiB': megabytes,
  })),
);
await fillUp(many.accountId, many.profileId);
const listOfMany = await listed(cookie);

const ratio = (which) => (listOfMany[which] / listOfFew[which]).toFixed(2);
table('Open breaks', [
  { what: `list of ${FEW} lines, ms`, value: listOfFew.list.toFixed(1) },
  { what: `list of ${MOST} lines, ms`, value: listOfMany.list.toFixed(1) },
  { what: 'ratio', value: ratio('list') },
  { what: `sums above it of ${FEW} lines, ms`, value: listOfFew.sums.toFixed(1) },
  { what: `sums above it of ${MOST} lines, ms`, value: listOfMany.sums.toFixed(1) },
  { what: 'ratio', value: ratio('sums') },
]);
await sql.end();
await product.stop();
