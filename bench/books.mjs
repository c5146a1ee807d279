// Writes a year of a whole provider by COPY: transactions of many merchants of very different sizes, with their links,
// attempts, refunds, ledger and stored figures.
import { copyAll, line } from './copy.mjs';
import { FIRST, LAST, sumUpDue, sumUpPayments } from './data.mjs';

const YEAR = 365 * 86_400_000;
const WEEK = 7 * 86_400_000;
/** Lines sent to a COPY at once. */
const BATCH = 2_000;

const METHODS = [1, 1, 1, 1, 2, 3, 3, 3, 4, 5];
/** Of a hundred finished payments: 76 paid, 2 of them refunded, 14 failed, 4 canceled, 6 expired. */
const ENDED = [...Array(74).fill(1), 3, 3, ...Array(14).fill(2), ...Array(4).fill(4), ...Array(6).fill(5)];
const STATES = ['awaiting', 'succeeded', 'failed', 'succeeded', 'canceled', 'expired'];
const FAILURES = { 2: 'failed', 4: 'canceled', 5: 'expired' };
const ACCOUNTS = ['clearing', 'pending', 'fees', 'vat'];

/** A seeded random generator (mulberry32). @returns a number below `bound` */
function chance(seed) {
  let state = seed;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * bound);
  };
}

/** The cumulative shares of the merchants: the n-th has n^1.5 times fewer payments than the first. */
function sharesOf(merchants) {
  const weights = Array.from({ length: merchants }, (_, rank) => (rank + 1) ** -1.5);
  const all = weights.reduce((sum, weight) => sum + weight);
  let reached = 0;
  return Float64Array.from(weights, (weight) => {
    reached += weight / all;
    return reached;
  });
}

/** About how many payments the merchant of a rank (1 is the largest) has. */
export function sizeOf(rank, { transactions, merchants }) {
  const shares = sharesOf(merchants);
  return Math.round(transactions * (shares[rank - 1] - (shares[rank - 2] ?? 0)));
}

function rankBy(shares, place) {
  let [low, high] = [0, shares.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (shares[middle] < place) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Creates merchants without users. @returns their ids */
async function strangers(sql, count) {
  const rows = await sql`
    with m as (
      insert into merchants (business_name, status, email, mobile)
      select 'Shop ' || n, 3, 'shop' || n || '@example.com', '011' || lpad(n::text, 8, '0')
      from generate_series(1, ${count}::int) n returning id, email, mobile
    ), r as (
      insert into roles (merchant_id, name_en, name_ar, is_first) select id, 'Owner', 'المالك', true from m
      returning merchant_id, id
    )
    insert into users (merchant_id, role_id, first_name, last_name, email, mobile)
    select m.id, r.id, 'Shop', 'Owner', m.email, m.mobile from m join r on r.merchant_id = m.id
    returning merchant_id as id`;
  return rows.map(({ id }) => id);
}

/** Eight characters of a reference, unique per number. */
const code = (n) => (Math.imul(n, 2_654_435_761) >>> 0).toString(16).toUpperCase().padStart(8, '0');
const eight = (n) => String(n % 100_000_000).padStart(8, '0');

/** Merchants with their links and running balances. */
function bookkeepers(ids, options) {
  let links = 0;
  return ids.map((id, rank) => {
    const count = Math.min(500, 1 + Math.floor(sizeOf(rank + 1, options) / 100));
    links += count;
    return { id, firstLink: links - count + 1, paid: new Int32Array(count), balances: [0, 0, 0, 0] };
  });
}

/** Writes the rows of one payment and its outcome as lines for each table. */
function writer(out, merchantOf, random, { transactions, now }) {
  let transfers = 0;
  let refunds = 0;
  const post = (merchant, kind, reference, key, at, amounts) => {
    transfers += 1;
    const moment = at.toISOString();
    out.ledger_transfers.push(line([merchant.id, transfers, 'live', kind, reference, key, moment, moment]));
    amounts.forEach((amount, account) => {
      if (amount === 0) return;
      merchant.balances[account] += amount;
      const after = merchant.balances[account];
      out.ledger_postings.push(line([merchant.id, transfers, ACCOUNTS[account], 'EGP', amount, after]));
    });
  };
  const giveBack = (merchant, id, reference, price, paidAt) => {
    refunds += 1;
    const back = new Date(Math.min(paidAt.getTime() + 86_400_000, now));
    const moment = back.toISOString();
    out.refunds.push(
      line([
        merchant.id,
        refunds,
        'live',
        id,
        price,
        'succeeded',
        `refund-${refunds}`,
        'sandbox',
        `attempt-${id}`,
        1,
        moment,
        moment,
      ]),
    );
    post(merchant, 'refund', reference, `refund:${refunds}`, back, [price, -price, 0, 0]);
  };
  return (id) => {
    const merchant = merchantOf();
    const at = new Date(now - 3_600_000 - YEAR * (1 - id / transactions));
    const moment = at.toISOString();
    // Only payments of the last week are pending, since payment codes do not last longer.
    const status = now - at < WEEK && random(3) === 0 ? 0 : ENDED[random(ENDED.length)];
    const isPaid = status === 1 || status === 3;
    const method = METHODS[random(METHODS.length)];
    const price = Math.round(5_000 * 200 ** (random(100_000) / 100_000));
    const fee = Math.round(price * 0.0275) + 300;
    const vat = Math.round(fee * 0.14);
    const back = status === 3 ? price : 0;
    const link = random(merchant.paid.length);
    const linkId = merchant.firstLink + link;
    const name = `${FIRST[random(FIRST.length)]} ${LAST[random(LAST.length)]}`;
    const [email, mobile] = [`payer${id % 3_000_000}@example.com`, `010${eight(id * 61_803)}`];
    const reference = `TRX-${code(id)}`;
    const external = isPaid ? `SBX${code(id + 7)}${code(random(2 ** 31))}` : null;
    const ends = new Date(at.getTime() + WEEK).toISOString();
    out.transactions.push(
      line([
        merchant.id,
        id,
        'live',
        reference,
        external,
        'payment-link',
        linkId,
        `Link ${linkId}`,
        `LNK-${code(linkId)}`,
        method,
        status,
        'EGP',
        price,
        price,
        price,
        price,
        fee,
        vat,
        price - fee - vat,
        back,
        back,
        isPaid ? ends.slice(0, 10) : null,
        name,
        email,
        mobile,
        FAILURES[status],
        moment,
        isPaid ? moment : null,
        moment,
      ]),
    );
    out.payment_attempts.push(
      line([
        merchant.id,
        id,
        'live',
        `${code(id + 3)}${code(random(2 ** 31))}`,
        'payment-link',
        linkId,
        id,
        method,
        STATES[status],
        false,
        moment,
        isPaid,
        ends,
        'sandbox',
        external,
        price,
        price,
        fee,
        vat,
        275,
        300,
        1400,
        'M',
        'ar',
        name,
        email,
        mobile,
        FAILURES[status],
        moment,
        moment,
        isPaid ? moment : null,
        null,
      ]),
    );
    if (!isPaid) return;
    merchant.paid[link] += 1;
    post(merchant, 'capture', reference, `capture:${id}`, at, [-price, price - fee - vat, fee, vat]);
    if (status === 3) giveBack(merchant, id, reference, price, at);
  };
}

const PAYMENTS = ['transactions', 'payment_attempts', 'refunds', 'ledger_transfers', 'ledger_postings'];

/** Discards the lines of a table that stays empty. */
const NOWHERE = { push() {} };

/** Computes the figures that triggers would have maintained, and sets the sequences. */
async function keepFigures(sql, filled) {
  await sql`
    insert into daily_method_counts (merchant_id, mode, day, payment_method, count)
    select merchant_id, mode, (created_at at time zone 'Africa/Cairo')::date, payment_method, count(*)
    from transactions where status in (1, 3) group by 1, 2, 3, 4`;
  await sumUpPayments(sql);
  await sumUpDue(sql);
  await sql`
    insert into merchant_statistics (merchant_id, mode, total_links, active_links, expired_links)
    select merchant_id, mode, count(*), count(*) filter (where status = 2), count(*) filter (where status = 3)
    from payment_links group by 1, 2
    on conflict (merchant_id, mode) do update set
      total_links = excluded.total_links, active_links = excluded.active_links, expired_links = excluded.expired_links`;
  for (const table of [...filled.filter((name) => name !== 'ledger_postings'), 'payment_links']) {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql(table)}))`;
  }
  for (const table of ['daily_method_counts', 'merchant_statistics']) {
    await sql.unsafe(`vacuum (analyze) ${table}`);
  }
}

/**
 * Fills an empty database: `transactions` payments of the past year, in order, over `merchants` merchants. Those given
 * by rank (1 is the largest) have users; the others are created. Nothing is settled yet.
 * @param known merchant id by rank
 * @param options how many, and `only`: no attempts, refunds and ledger
 */
export async function fillBooks(sql, known, options) {
  const now = Date.now();
  const random = chance(options.transactions);
  const others = await strangers(sql, options.merchants - Object.keys(known).length);
  const ids = Array.from({ length: options.merchants }, (_, rank) => known[rank + 1] ?? others.pop());
  const shares = sharesOf(options.merchants);
  const merchants = bookkeepers(ids, options);
  const merchantOf = () => merchants[rankBy(shares, random(2 ** 31) / 2 ** 31)];
  const filled = options.only ? ['transactions'] : PAYMENTS;
  const nowhere = Object.fromEntries(PAYMENTS.map((table) => [table, NOWHERE]));
  await copyAll(sql, filled, async (out, flush) => {
    const write = writer({ ...nowhere, ...out }, merchantOf, random, { ...options, now });
    for (let id = 1; id <= options.transactions; id += 1) {
      write(id);
      if (id % BATCH === 0) await flush();
    }
  });
  const began = new Date(now - YEAR).toISOString();
  await copyAll(sql, ['payment_links', 'ledger_accounts', 'clearing_balances'], async (out) => {
    for (const { id, firstLink, paid, balances } of merchants) {
      paid.forEach((count, place) => {
        const link = firstLink + place;
        const status = link % 5 < 3 ? 2 : 3;
        const due = new Date(now + (status === 2 ? 1 : -1) * (1 + (link % 90)) * 86_400_000).toISOString();
        const price = 5_000 + (link % 9_000) * 100;
        out.payment_links.push(
          line([
            id,
            link,
            'live',
            `LNK-${code(link)}`,
            `${code(link)}${id}`,
            `Link ${link}`,
            'EGP',
            price,
            price,
            price,
            '{1,2,3,4,5}',
            due,
            status,
            1_000_000,
            count,
            1,
            began,
            began,
          ]),
        );
      });
      balances.forEach((balance, account) => {
        out.ledger_accounts.push(line([id, 'live', ACCOUNTS[account], 'EGP', balance]));
      });
      out.clearing_balances.push(line([id, 'live', 'EGP', 0, balances[ACCOUNTS.indexOf('clearing')]]));
    }
  });
  await keepFigures(sql, filled);
}
