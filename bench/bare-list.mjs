/** The bare sides of `list.mjs`: `node:http`, the same driver and one statement for each request. */
import { createServer } from 'node:http';
import { connect } from './support.mjs';

const ORDER = 'Order {{reference}}';
/** The product's `WITHOUT_MONEY`, which plain JavaScript cannot import; `scripts.test.mjs` compares the two. */
export const WITHOUT_MONEY = [2, 4, 5];
/** What a payment bears or brings. */
const borne = (sql, amount) => sql`
  case when not t.is_payout and t.status = any (${WITHOUT_MONEY}::smallint[]) then 0 else ${amount} end`;

/** What a page shows of a transaction. */
const columns = (sql) => sql`
  t.id, t.reference, t.total, t.value_piastres as "valuePiastres", t.currency, t.status, t.created_at as "createdAt",
  t.is_payout as "isPayout", case when t.is_payout then (
    select p.state from payouts p where p.merchant_id = t.merchant_id and p.id = t.source_id) end as "payoutState",
  case when t.is_payout then t.source_id end as "payoutId", t.external_reference as "externalReference",
  case when t.source_kind = 'order' and t.source_reference is not null
    then replace(${ORDER}::text, '{{reference}}', t.source_reference)
    else t.source_name end as "sourceName", t.source_reference as "sourceReference", case t.source_kind
    when 'payment-link' then (select p.merchant_reference from payment_links p
                               where p.merchant_id = t.merchant_id and p.id = t.source_id)
    when 'invoice' then (select p.merchant_reference from invoices p
                          where p.merchant_id = t.merchant_id and p.id = t.source_id)
    when 'order' then (select p.merchant_reference from orders p
                        where p.merchant_id = t.merchant_id and p.id = t.source_id) end as "sourceOwnReference",
  t.payment_method as "paymentMethod", t.updated_at as "updatedAt", t.customer_name as "customerName", (
    select e.customer_id from customer_events e
     where e.merchant_id = t.merchant_id and e.kind = 'payment' and e.row_id = t.id) as "customerId",
  t.flags, t.settlement_status as "settlementStatus", t.charged_piastres as "chargedPiastres",
  ${borne(sql, sql`t.fee_piastres`)} as "feePiastres", ${borne(sql, sql`t.vat_piastres`)} as "vatPiastres",
  ${borne(sql, sql`t.net_piastres`)} as "netPiastres", t.refunded_piastres as "refundedPiastres"`;

/** The newest ten of a merchant's transactions, without their number. */
const page = (sql, merchantId, limit) => sql`
  with page as (
    select t.merchant_id, t.id from transactions t where t.merchant_id = ${merchantId} and t.mode = ${'live'}
    order by t.created_at desc, t.id desc ${limit}
  )
  select ${columns(sql)} from page join transactions t using (merchant_id, id)
  order by t.created_at desc, t.id desc`;

/** Its size is a value, as one writes it: PostgreSQL plans the statement at every request. */
const boundPage = (sql, merchantId) => page(sql, merchantId, sql`limit ${10} offset ${0}`);

/** With their number, counted: one statement as one writes it, and what the product's list was when its goal was set. */
const countedPage = (sql, merchantId) => sql`
  with counted as (
    select count(*)::int as n from (
      select 1 from transactions t where t.merchant_id = ${merchantId} and t.mode = ${'live'} limit ${10_001}) bounded
  ), page as (
    select t.merchant_id, t.id from transactions t where t.merchant_id = ${merchantId} and t.mode = ${'live'}
    order by t.created_at desc, t.id desc limit ${10} offset ${0}
  )
  select counted.n as "matchedRows", ${columns(sql)}
  from counted left join (page join transactions t using (merchant_id, id)) on true
  order by t.created_at desc, t.id desc`;

/** Its size is in the text, as in our statement: PostgreSQL plans it once. */
const plannedPage = (sql, merchantId) => page(sql, merchantId, sql`limit 10`);

/** The newest ten with their number: the statement of the product's list, which a test compares with this one. */
export const pageAndTotal = (sql, merchantId) => sql`
  with counted as (
    select least(coalesce((
      select ended.n + case when ended.n > 10000 then 0 else (
        select count(*) from (
          select 1 from transactions p where p.merchant_id = ${merchantId} and p.mode = ${'live'}
             and p.status = 0 limit 10001) pending) end
        from (
          select sum(kept.n)::bigint from (values (
            (select sum(k.rows)::bigint from list_totals k
              where k.merchant_id = ${merchantId} and k.mode = ${'live'} and k.list = ${'transactions'})), (
            (select sum(v.payments)::bigint from merchant_volumes v
              where v.merchant_id = ${merchantId} and v.mode = ${'live'}))) kept (n)) ended (n)), (
      select count(*) from (
        select 1 from transactions t where t.merchant_id = ${merchantId} and t.mode = ${'live'} limit 10001) bounded)),
      10001)::int as n
  ), page as (
    select t.merchant_id, t.id from transactions t where t.merchant_id = ${merchantId} and t.mode = ${'live'}
    order by t.created_at desc, t.id desc limit 10
  )
  select counted.n as "matchedRows", r.* from counted left join (
    select ${columns(sql)}, row_number() over (order by t.created_at desc, t.id desc) as place from transactions t
     where t.merchant_id = ${merchantId} and t.mode = ${'live'} and (t.merchant_id, t.id) in (
       select merchant_id, id from page)) r on true
  order by r.place`;

const WAYS = {
  '/counted': countedPage,
  '/bound': boundPage,
  '/planned': plannedPage,
  '/total': pageAndTotal,
};

/** Serves each by its path: no framework, session, permission, validation or log. */
export function serveBare(databaseUrl, merchantId, port, ready) {
  const sql = connect(databaseUrl, 20);
  const server = createServer(async (request, reply) => {
    const rows = await WAYS[request.url](sql, merchantId);
    const total = rows[0].matchedRows;
    const body = JSON.stringify({ statusCode: 200, message: 'Done', data: rows, meta: { total } });
    reply.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
    reply.end(body);
  });
  server.listen(port, '127.0.0.1', ready);
}
