// Inserts realistic rows by the million, with triggers off and indexes built afterwards.

/** Every index except primary keys, with its definition and how to drop it. */
const secondaryIndexes = (tx, tables) => tx`
  select c.relname as name,
         case when k.oid is null then format('drop index %I', c.relname)
              else format('alter table %s drop constraint %I', i.indrelid::regclass, k.conname) end as away,
         case when k.oid is null then pg_get_indexdef(i.indexrelid)
              else format('alter table %s add constraint %I %s', i.indrelid::regclass, k.conname,
                          pg_get_constraintdef(k.oid)) end as again
  from pg_index i join pg_class c on c.oid = i.indexrelid
  left join pg_constraint k on k.conindid = i.indexrelid and k.conrelid = i.indrelid
  where i.indrelid = any(${tables}::regclass[]) and not i.indisprimary and not exists (
    select 1 from pg_constraint f where f.conindid = i.indexrelid and f.contype = 'f')`;

/**
 * Runs `work` without the tables' secondary indexes and triggers, then builds the indexes and analyzes the tables.
 * @param leaveOut names of indexes that are not rebuilt
 * @returns seconds taken
 */
export async function loading(sql, tables, work, leaveOut = []) {
  const began = performance.now();
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`set local statement_timeout = 0`;
    await tx`set local synchronous_commit = off`;
    await tx`set local maintenance_work_mem = '1GB'`;
    const indexes = await secondaryIndexes(tx, tables);
    for (const { away } of indexes) await tx.unsafe(away);
    await work(tx);
    for (const { name, again } of indexes) if (!leaveOut.includes(name)) await tx.unsafe(again);
  });
  for (const table of tables) await sql.unsafe(`vacuum (analyze) ${table}`);
  await sql.unsafe('set statement_timeout = 0; select count_lists(); reset statement_timeout');
  return (performance.now() - began) / 1000;
}

export const FIRST = [
  'منى',
  'محمد',
  'أحمد',
  'سارة',
  'Omar',
  'Karim',
  'فاطمة',
  'Laila',
  'يوسف',
  'Hany',
  'نور',
  'Tarek',
];
export const LAST = [
  'عادل',
  'حسن',
  'عبد الرحمن',
  'Khaled',
  'Mansour',
  'إبراهيم',
  'Fawzy',
  'السيد',
  'Nabil',
  'شريف',
  'Aziz',
];
const GOODS = [
  'Lamp',
  'سجادة صوف',
  'Pottery course',
  'طقم خزف',
  'Window display',
  'تصميم شعار',
  'Repair',
  'اشتراك',
];

/** `count` moments spread evenly over a year. */
const moment = (tx, count) => tx`now() - interval '1 hour' - interval '365 days' * (n::float8 / ${count})`;
/** Repeatable pseudo-random numbers below a bound, independent for each seed. */
const mixed = (tx, seed, bound) =>
  tx`((hashint8extended(n::bigint, ${seed}::bigint) % ${bound}::bigint + ${bound}::bigint) % ${bound}::bigint)`;
const one = (tx, words, seed) => tx`(${words}::text[])[1 + ${mixed(tx, seed, words.length)}]`;
const LATIN = [
  'mona',
  'mohamed',
  'ahmed',
  'sara',
  'omar',
  'karim',
  'fatma',
  'laila',
  'youssef',
  'hany',
  'nour',
  'tarek',
];
const HOSTS = ['gmail.com', 'yahoo.com', 'hotmail.com', 'outlook.com', 'example.com'];
/** A unique e-mail address. */
const address = (tx) =>
  tx`${one(tx, LATIN, 11)} || '.' || ${one(tx, LATIN, 12)} || n || '@' || ${one(tx, HOSTS, 13)}`;
/** Eight characters of a reference, unique per number. */
const code = (tx) => tx`lpad(upper(to_hex((n::bigint * 2654435761) % 4294967296)), 8, '0')`;

const maker = (tx, merchantId) => tx`(select min(id) from users where merchant_id = ${merchantId})`;

/** What the merchant's own software knows a row by: half have a number, all two values. */
const OWN = (tx) => tx`merchant_reference, metadata`;
const own = (tx) => tx`
  case when n % 2 = 0 then 'N-' || n end, jsonb_build_object('order', n::text, 'branch', (n % 20)::text)`;

/** One in a hundred has a name of their own to be searched for: `Rare 4200`. */
export const fillCustomers = (tx, merchantId, count) => tx`
  insert into customers (merchant_id, mode, name, email, mobile, national_id, description, ${OWN(tx)}, created_by,
    created_at, updated_at)
  select ${merchantId}, 'live',
         case when n % 100 = 0 then 'Rare ' || n else ${one(tx, FIRST, 7919)} || ' ' || ${one(tx, LAST, 104729)} end,
         ${address(tx)}, '010' || lpad((n::bigint * 61803401 % 100000000)::text, 8, '0'),
         case when n % 3 = 0 then '290010' || lpad(n::text, 8, '0') else '' end, '', ${own(tx)}, ${maker(tx, merchantId)},
         ${moment(tx, count)}, now()
  from generate_series(1, ${count}::int) n`;

/** 12 % unpaid, 60 % paid, 8 % canceled, 20 % expired. */
export const fillInvoices = (tx, merchantId, count) => tx`
  insert into invoices (merchant_id, mode, reference, invoice_name, currency, amount, total, value_piastres,
    payment_methods, due_at, status, customers_count, paid_count, customer_name, customer_email, customers_key,
    ${OWN(tx)}, created_by, created_at, updated_at)
  select ${merchantId}, 'live', 'INV-' || ${code(tx)},
         case when n % 100 = 0 then 'Rare ' || n else ${one(tx, GOODS, 7919)} || ' ' || n % 1000 end, 'EGP', price, price,
         price, array[1,3]::smallint[], case when status = 1 then now() + interval '1 day' * (1 + n % 40) else at end,
         status, 1, (status = 2)::int, name, 'customer' || n || '@example.com', search_key(name), ${own(tx)}, ${maker(tx, merchantId)},
         at, now()
  from (select n, ${moment(tx, count)} as at, 5000 + ${mixed(tx, 7919, 900000)} as price,
               ${one(tx, FIRST, 104729)} || ' ' || ${one(tx, LAST, 7919)} as name,
               (array[1,1,1,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,3,3,4,4,4,4,4])[1 + ${mixed(tx, 31, 25)}]::smallint as status
        from generate_series(1, ${count}::int) n) rows`;

/** A fifth active, half used up, the rest expired. */
export const fillLinks = (tx, merchantId, count) => tx`
  insert into payment_links (merchant_id, mode, reference, token, invoice_name, currency, amount, total, value_piastres,
    payment_methods, due_at, status, max_payment_count, paid_count, ${OWN(tx)}, created_by, created_at,
    updated_at)
  select ${merchantId}, 'live', 'LNK-' || ${code(tx)},
         ${merchantId}::text || '-' || md5(n::text), case when n % 100 = 0 then 'Rare ' || n
           else ${one(tx, GOODS, 104729)} || ' ' || n % 1000 end, 'EGP', price, price, price, array[1,3]::smallint[],
         case when status = 2 then now() + interval '1 day' * (1 + n % 40) else at end, status, 1,
         (status = 1)::int, ${own(tx)}, ${maker(tx, merchantId)}, at, now()
  from (select n, ${moment(tx, count)} as at, 5000 + ${mixed(tx, 7919, 900000)} as price,
               (array[1,1,1,1,1,2,2,3,3,3])[1 + ${mixed(tx, 7, 10)}]::smallint as status
        from generate_series(1, ${count}::int) n) rows`;

/** 70 % success, the others spread; five methods. */
export const fillTransactions = (tx, merchantId, count) => tx`
  insert into transactions (merchant_id, mode, reference, external_reference, source_kind, source_id, source_name,
    source_reference, payment_method, status, currency, subtotal, total, value_piastres, charged_piastres, fee_piastres,
    vat_piastres, net_piastres, refunded_piastres, customer_name, customer_email, customer_mobile, created_at, paid_at,
    updated_at)
  select ${merchantId}, 'live', 'TRX-' || ${code(tx)},
         'SBX' || md5(n::text), 'payment-link', n % 500, 'Link ' || n % 500, 'LNK-' || n % 500, method, status, 'EGP',
         price, price, price, price, price / 40, price / 300, price - price / 40 - price / 300,
         case when status = 3 then price else 0 end, ${one(tx, FIRST, 7919)} || ' ' || ${one(tx, LAST, 104729)},
         'payer' || n || '@example.com', '010' || lpad((n % 100000000)::text, 8, '0'), at, at, at
  from (select n, ${moment(tx, count)} as at, 5000 + ${mixed(tx, 7919, 900000)} as price,
               (array[1,1,1,1,2,3,3,3,4,5])[1 + ${mixed(tx, 31, 10)}]::smallint as method,
               (array[1,1,1,1,1,1,1,1,1,1,1,1,1,1,2,2,0,3,4,5])[1 + ${mixed(tx, 37, 20)}]::smallint as status
        from generate_series(1, ${count}::int) n) rows`;

/** Computes the figures of payments that the job would have summed up, of all merchants. */
export async function sumUpPayments(sql) {
  await sql`
    insert into payment_figures (mode, day, merchant_id, payment_method, processor_account_id, paid_count, paid_piastres,
      failed_count, open_count, fee_piastres, vat_piastres, cost_piastres, refunded_piastres, chargebacks, lost_chargebacks,
      lost_piastres)
    select mode, (created_at at time zone 'Africa/Cairo')::date, merchant_id, payment_method, 0,
           count(*) filter (where status in (1, 3)),
           coalesce(sum(charged_piastres) filter (where status in (1, 3)), 0)::bigint,
           count(*) filter (where status in (2, 5)), count(*) filter (where status = 0),
           coalesce(sum(fee_piastres) filter (where status in (1, 3)), 0)::bigint,
           coalesce(sum(vat_piastres) filter (where status in (1, 3)), 0)::bigint, 0,
           coalesce(sum(refunded_piastres), 0)::bigint, 0, 0, 0
      from transactions where not is_payout group by 1, 2, 3, 4
    on conflict do nothing`;
  await sql`
    insert into payment_hours (merchant_id, mode, hour, paid_count, paid_piastres, failed_count, fee_piastres, vat_piastres,
      refunded_piastres)
    select merchant_id, mode, date_trunc('hour', created_at, 'UTC'), count(*) filter (where status in (1, 3)),
           coalesce(sum(charged_piastres) filter (where status in (1, 3)), 0)::bigint,
           count(*) filter (where status in (2, 5)),
           coalesce(sum(fee_piastres) filter (where status in (1, 3)), 0)::bigint,
           coalesce(sum(vat_piastres) filter (where status in (1, 3)), 0)::bigint,
           coalesce(sum(refunded_piastres), 0)::bigint
      from transactions where not is_payout and created_at >= now() - interval '7 days' group by 1, 2, 3
    on conflict do nothing`;
  await sql.unsafe('vacuum (analyze) payment_hours');
  await sumUpMonths(sql);
}

/** Computes what waits for settlement by day, which a trigger would have kept, of all merchants. */
export async function sumUpDue(sql) {
  await sql`
    insert into settlements_due (merchant_id, mode, day, amount_piastres, payments)
    select merchant_id, mode, expected_settlement_on, sum(net_piastres - pending_out_piastres), count(*)
      from transactions
     where settlement_status <> 1 and expected_settlement_on is not null and status in (1, 3) group by 1, 2, 3
    on conflict do nothing`;
  await sql.unsafe('vacuum (analyze) settlements_due');
}

/** Adds up the figures of days by month, as the job would have. */
export async function sumUpMonths(sql) {
  await sql`
    insert into payment_months
    select mode, date_trunc('month', day)::date, merchant_id, payment_method, processor_account_id, sum(paid_count),
           sum(paid_piastres), sum(failed_count), sum(open_count), sum(fee_piastres), sum(vat_piastres), sum(cost_piastres),
           sum(refunded_piastres), sum(chargebacks), sum(lost_chargebacks), sum(lost_piastres)
      from payment_figures group by 1, 2, 3, 4, 5
    on conflict do nothing`;
  await sql.unsafe('vacuum (analyze) payment_figures');
  await sql.unsafe('vacuum (analyze) payment_months');
}
