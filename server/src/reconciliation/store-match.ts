/**
 * Matches the lines of `incoming` with our items, set by set. Rules in order: an exact id; retrieval reference and
 * authorisation code; a reference in the text. Amount, day and card only suggest a payment to an operator. Merchants'
 * rows are read in subqueries of their own (`materialized`), because a distributed database stores them on other
 * nodes.
 */
import type { Tx } from '../platform/db/connect.ts';

/** The terms by which lines are compared. */
export interface MatchTerms {
  accountId: number;
  tolerancePiastres: number;
  /** The fee by contract; null: fees are not compared. */
  fee: { rateBps: number; fixedPiastres: number; vatBps: number } | null;
}

/** Kinds of processor ids that identify one payment. */
const ID_KINDS = ['transaction', 'order', 'reference', 'receipt', 'intention', 'session'];

/** Creates `payment_of`: the payments that each line may match, by the first rule that finds any. */
async function findPayments(tx: Tx, accountId: number): Promise<void> {
  await tx`
    create temporary table payment_of (
      line_no integer not null, merchant_id bigint not null, transaction_id bigint not null, rule text not null
    ) on commit drop`;
  const isAsked = tx`i.kind not in ('fee', 'adjustment')`;
  await tx`
    create temporary table named_by_id on commit drop as
    select i.line_no, a.merchant_id, a.transaction_id, p.kind
      from incoming i
      join processor_ids p on p.account_id = ${accountId} and p.kind = any (${ID_KINDS}::text[]) and p.value = i.processor_ref
      join payment_attempts a on a.merchant_id = p.merchant_id and a.id = p.attempt_id
     where ${isAsked}`;
  // One payment's transaction id may be another's order id. A column of a file has ids of one kind, so the kind that
  // matches most lines is used.
  await tx`
    with usual as (
      select kind from named_by_id group by kind order by count(*) desc, kind = 'transaction' desc, kind limit 1)
    delete from named_by_id n using usual u
     where n.kind <> u.kind
       and exists (select from named_by_id o where o.line_no = n.line_no and o.kind = u.kind)`;
  await tx`
    insert into payment_of
    select i.line_no, a.merchant_id, a.transaction_id, 'id'
      from incoming i join payment_attempts a on a.external_ref = i.our_ref
     where a.processor_account_id = ${accountId} and ${isAsked}
    union
    select i.line_no, a.merchant_id, a.transaction_id, 'id'
      from incoming i
      join transactions t on t.reference = i.our_ref
      join payment_attempts a on a.merchant_id = t.merchant_id and a.transaction_id = t.id
     where a.processor_account_id = ${accountId} and i.our_ref like 'TRX-%' and ${isAsked}
    union
    select line_no, merchant_id, transaction_id, 'id' from named_by_id`;
  const isOpen = tx`not exists (select from payment_of o where o.line_no = i.line_no)`;
  await tx`analyze payment_of`;
  await tx`
    insert into payment_of
    with asked as materialized (
      select i.line_no, i.auth_code, p.merchant_id, p.attempt_id
        from incoming i
        join processor_ids p on p.account_id = ${accountId} and p.kind = 'receipt' and p.value = i.rrn
       where ${isAsked} and ${isOpen}),
    ours as materialized (
      select q.line_no, q.auth_code, a.merchant_id, a.transaction_id, a.external_ref
        from asked q join payment_attempts a on a.merchant_id = q.merchant_id and a.id = q.attempt_id)
    select distinct o.line_no, o.merchant_id, o.transaction_id, 'rrn'
      from ours o
      join processor_ids c on c.account_id = ${accountId} and c.kind = 'authorizationCode'
                          and c.value = o.auth_code || '/' || o.external_ref`;
  await tx`
    insert into payment_of
    with asked as materialized (
      select i.line_no, r.ref from incoming i cross join unnest(i.refs) r (ref) where ${isAsked} and ${isOpen})
    select q.line_no, a.merchant_id, a.transaction_id, 'text'
      from asked q join payment_attempts a on a.external_ref = q.ref
     where a.processor_account_id = ${accountId}
    union
    select q.line_no, a.merchant_id, a.transaction_id, 'text'
      from asked q
      join transactions t on t.reference = q.ref
      join payment_attempts a on a.merchant_id = t.merchant_id and a.transaction_id = t.id
     where a.processor_account_id = ${accountId} and q.ref like 'TRX-%'`;
  await tx`analyze payment_of`;
}

/**
 * Creates `candidates`: our items that each line may match. `expected` is the amount that the line should have; null
 * if we know of no money for the item.
 */
async function findCandidates(tx: Tx, accountId: number): Promise<void> {
  await tx`
    create temporary table candidates (
      line_no integer not null, item text collate "C" not null, merchant_id bigint not null, item_id bigint not null,
      item_key text collate "C" not null, transaction_id bigint not null, expected bigint, rule text collate "C" not null
    ) on commit drop`;
  await tx`
    insert into candidates
    select o.line_no, 'payment', o.merchant_id, o.transaction_id, '', o.transaction_id,
           case when t.status in (1, 3) then t.charged_piastres end, o.rule
      from payment_of o
      join incoming i on i.line_no = o.line_no
      join transactions t on t.merchant_id = o.merchant_id and t.id = o.transaction_id
     where i.kind = 'payment'`;
  await giveToCopies(tx);
  // Refunds by their own ids.
  await tx`
    insert into candidates
    select distinct i.line_no, case when i.gross > 0 then 'refund_reversed' else 'refund' end, r.merchant_id, r.id, '',
           r.transaction_id, case when i.gross > 0 then r.amount_piastres else -r.amount_piastres end, 'id'
      from incoming i
      join refunds r on r.processor_account_id = ${accountId} and r.processor_refund_id = i.processor_ref
     where i.kind in ('refund', 'reversal') and r.state in ('succeeded', 'reversed') and (i.gross <= 0 or r.state = 'reversed')
    union
    select i.line_no, case when i.gross > 0 then 'refund_reversed' else 'refund' end, r.merchant_id, r.id, '',
           r.transaction_id, case when i.gross > 0 then r.amount_piastres else -r.amount_piastres end, 'id'
      from incoming i
      join refunds r on r.refund_key = i.our_ref and r.processor_account_id = ${accountId}
     where i.kind in ('refund', 'reversal') and r.state in ('succeeded', 'reversed') and (i.gross <= 0 or r.state = 'reversed')`;
  // Otherwise the payment's refunds of this amount that no line has; the first line gets the first refund.
  await tx`
    insert into candidates
    with lines as materialized (
      select o.line_no, o.merchant_id, o.transaction_id, o.rule, i.gross,
             row_number() over (partition by o.merchant_id, o.transaction_id, i.gross order by o.line_no) as n
        from payment_of o join incoming i on i.line_no = o.line_no
       where i.kind in ('refund', 'reversal')
         and not exists (select from candidates c where c.line_no = o.line_no)),
    found as materialized (
      select r.merchant_id, r.id, r.transaction_id, r.amount_piastres, r.state
        from (select distinct merchant_id, transaction_id from lines) p
        join refunds r on r.merchant_id = p.merchant_id and r.transaction_id = p.transaction_id
                      and r.processor_account_id = ${accountId} and r.state in ('succeeded', 'reversed')),
    ours as (
      select r.merchant_id, r.id, r.transaction_id, x.item, x.gross,
             row_number() over (partition by r.merchant_id, r.transaction_id, x.gross order by r.id) as n
        from found r
       cross join lateral (values ('refund', -r.amount_piastres), ('refund_reversed', r.amount_piastres)) x (item, gross)
       where (x.item = 'refund' or r.state = 'reversed')
         and not exists (select from reconciliation_lines l
                          where l.item_id = r.id and l.merchant_id = r.merchant_id and l.item = x.item)
         and not exists (select from candidates c where c.item_id = r.id and c.merchant_id = r.merchant_id and c.item = x.item))
    select l.line_no, o.item, o.merchant_id, o.id, '', o.transaction_id, l.gross, l.rule
      from lines l join ours o using (merchant_id, transaction_id, gross, n)`;
  await tx`
    insert into candidates
    select distinct i.line_no, case when i.gross > 0 then 'chargeback_returned' else 'chargeback' end, c.merchant_id, c.id, '',
           c.transaction_id, sign(i.gross)::int * c.amount_piastres, 'id'
      from incoming i
      join chargebacks c on search_key(c.case_id) = search_key(coalesce(i.processor_ref, i.our_ref)) and c.case_id <> ''
      join payment_attempts a on a.merchant_id = c.merchant_id and a.transaction_id = c.transaction_id
     where i.kind = 'chargeback' and i.gross <> 0 and a.processor_account_id = ${accountId}`;
  await tx`
    insert into candidates
    with lines as materialized (
      select i.line_no, i.gross, o.merchant_id, o.transaction_id, o.rule
        from payment_of o
        join incoming i on i.line_no = o.line_no
       where i.kind = 'chargeback' and i.gross <> 0
         and not exists (select from candidates x where x.line_no = o.line_no))
    select l.line_no, case when l.gross > 0 then 'chargeback_returned' else 'chargeback' end, c.merchant_id, c.id, '',
           c.transaction_id, l.gross, l.rule
      from lines l
      join chargebacks c on c.merchant_id = l.merchant_id and c.transaction_id = l.transaction_id
                        and c.amount_piastres = abs(l.gross)`;
  // Costs that an operator has already booked.
  await tx`
    insert into candidates
    select i.line_no, 'cost', k.merchant_id, k.transaction_id, k.reference, k.transaction_id, -k.amount_piastres, 'cost'
      from incoming i
      join acquirer_costs k on k.processor_account_id = ${accountId} and k.reference = coalesce(i.processor_ref, i.our_ref)
     where i.kind = 'fee'`;
  await tx`analyze candidates`;
}

/**
 * Distributes lines among duplicate payments. A payment received twice is two payments with the same processor ids,
 * so each of the lines found by these ids gets one of the payments that no line has. Lines with our own reference are
 * not changed.
 */
async function giveToCopies(tx: Tx): Promise<void> {
  await tx`
    with lines as materialized (
      select c.line_no, c.merchant_id, c.transaction_id, a.id as attempt_id
        from candidates c
        join payment_attempts a on a.merchant_id = c.merchant_id and a.transaction_id = c.transaction_id
        join transactions t on t.merchant_id = c.merchant_id and t.id = c.transaction_id
        join incoming i on i.line_no = c.line_no
       where c.item = 'payment' and i.our_ref is distinct from t.reference
         and exists (select from payment_attempts d where d.merchant_id = a.merchant_id and d.duplicate_of = a.id)),
    numbered as (
      select line_no, merchant_id, transaction_id,
             row_number() over (partition by merchant_id, transaction_id order by line_no) as n from lines),
    members as (
      select l.merchant_id, l.transaction_id as first_id, m.transaction_id, t.charged_piastres,
             row_number() over (partition by l.merchant_id, l.transaction_id order by m.id) as n
        from (select distinct merchant_id, transaction_id, attempt_id from lines) l
        join payment_attempts m on m.merchant_id = l.merchant_id and (m.id = l.attempt_id or m.duplicate_of = l.attempt_id)
        join transactions t on t.merchant_id = m.merchant_id and t.id = m.transaction_id and t.status in (1, 3)
       where not exists (select from reconciliation_lines x
                          where x.item_id = m.transaction_id and x.merchant_id = m.merchant_id and x.item = 'payment')
         and not exists (select from candidates x
                          where x.item_id = m.transaction_id and x.merchant_id = m.merchant_id and x.item = 'payment'
                            and x.line_no not in (select line_no from lines)))
    update candidates c
       set item_id = m.transaction_id, transaction_id = m.transaction_id, expected = m.charged_piastres
      from numbered l join members m on m.merchant_id = l.merchant_id and m.first_id = l.transaction_id and m.n = l.n
     where c.line_no = l.line_no and c.item = 'payment' and c.transaction_id = l.transaction_id`;
}

/** Returns the amount of a line: its gross amount or, for a fee, its net amount. */
const saidBy = (tx: Tx) => tx`case i.kind when 'fee' then i.net else i.gross end`;

/**
 * Creates `decided` (the match of each line; `item` is null with a `problem` when it is not to be matched) and
 * `found_breaks`.
 */
export async function matchIncoming(tx: Tx, terms: MatchTerms): Promise<void> {
  const { accountId } = terms;
  await findPayments(tx, accountId);
  await findCandidates(tx, accountId);
  await decide(tx);
  await findBreaks(tx, terms);
}

async function decide(tx: Tx): Promise<void> {
  // Hash aggregation, because sorting a million lines would take longer than all the rest.
  await tx`
    create temporary table decided on commit drop as
    with named as (
      select c.*, i.currency, c.expected = ${saidBy(tx)} as fits
        from candidates c join incoming i on i.line_no = c.line_no),
    -- Of several payments one that has the amount is meant.
    several as (
      select line_no, count(*) filter (where fits) as fitting from named group by line_no having count(*) > 1),
    single as (
      select n.* from named n left join several s on s.line_no = n.line_no
       where s.line_no is null or (s.fitting = 1 and n.fits)),
    repeated as (
      select item_id, merchant_id, item, item_key, min(line_no) as first_line
        from single group by item_id, merchant_id, item, item_key having count(*) > 1),
    ranked as (
      select s.*, s.line_no > r.first_line as is_later, l.line_no is not null as is_taken
        from single s
        left join repeated r using (item_id, merchant_id, item, item_key)
        left join reconciliation_lines l using (item_id, merchant_id, item, item_key)),
    judged as (
      select r.*, case when currency <> 'EGP' then 'currency' when expected is null then 'status'
                       when is_taken or is_later then 'duplicate' end as problem
        from ranked r)
    select line_no, case when problem is null then item end as item,
           case when problem is null then merchant_id end as merchant_id,
           case when problem is null then item_id end as item_id,
           case when problem is null then item_key end as item_key,
           case when problem is null then rule end as rule,
           expected, problem, merchant_id as about_merchant_id, transaction_id as about_transaction_id
      from judged
    union all
    select line_no, null, null::bigint, null::bigint, null, null, null::bigint, 'ambiguous', null::bigint, null::bigint
      from several where fitting <> 1`;
  await tx`analyze decided`;
}

async function findBreaks(tx: Tx, { accountId, tolerancePiastres, fee }: MatchTerms): Promise<void> {
  const contract =
    fee &&
    tx`
    round(i.gross::numeric * ${fee.rateBps} / 10000) + ${fee.fixedPiastres}
      + round((round(i.gross::numeric * ${fee.rateBps} / 10000) + ${fee.fixedPiastres}) * ${fee.vatBps} / 10000)`;
  const isFee = contract
    ? tx`i.kind = 'payment' and d.item = 'payment' and abs(i.fee - (${contract})) > ${tolerancePiastres}`
    : tx`false`;
  await tx`
    create temporary table missed on commit drop as
    select i.*, d.problem, d.about_merchant_id, d.about_transaction_id,
           -- Of lines that are the same in all that they say, the first one counts.
           i.processor_ref is not null and row_number() over (
             partition by i.processor_ref, i.kind, i.gross, i.net order by i.line_no) > 1 as is_repeated
      from incoming i left join decided d on d.line_no = i.line_no
     where d.item is null and (i.kind <> 'fee' or i.currency <> 'EGP' or d.problem is not null)`;
  await tx`analyze missed`;
  await tx`
    create temporary table found_breaks on commit drop as
    with seen as (
      select i.*, d.item, d.merchant_id, d.item_id, d.about_transaction_id, ${saidBy(tx)} - d.expected as difference,
             ${saidBy(tx)} as said, ${isFee} as is_fee,
             ${contract ? tx`(${contract})::bigint` : tx`0::bigint`} as contract_fee
        from incoming i join decided d on d.line_no = i.line_no and d.item is not null
       where ${saidBy(tx)} <> d.expected or ${isFee}),
    -- A refund or reversal of a payment that we know is a refund that we do not.
    known as (
      select distinct on (o.line_no) o.line_no, o.merchant_id, o.transaction_id
        from missed m join payment_of o on o.line_no = m.line_no
       order by o.line_no, o.merchant_id, o.transaction_id),
    unknown as (
      select m.*, case
               when m.currency <> 'EGP' then 'currency'
               when m.problem is not null then m.problem
               when k.transaction_id is not null then 'status'
               when m.is_repeated or m.processor_ref is not null and exists (
                      select from reconciliation_lines l
                       where l.processor_account_id = ${accountId} and l.processor_ref = m.processor_ref and l.item is null
                         and l.kind = m.kind and l.gross_piastres = m.gross and l.net_piastres = m.net) then 'duplicate'
               else 'theirs_only' end as why,
             coalesce(m.about_merchant_id, k.merchant_id) as payment_merchant,
             coalesce(m.about_transaction_id, k.transaction_id) as payment_id
        from missed m left join known k on k.line_no = m.line_no),
    asked as materialized (
      select line_no, gross, last4, occurred_on from unknown
       where why = 'theirs_only' and kind = 'payment' and last4 is not null and occurred_on is not null),
    paid as materialized (
      select t.merchant_id, t.id, t.charged_piastres as gross, t.card_last4::text as last4,
             (a.created_at at time zone 'Africa/Cairo')::date as day
        from payment_attempts a
        join transactions t on t.merchant_id = a.merchant_id and t.id = a.transaction_id
       where a.processor_account_id = ${accountId}
         and a.created_at >= (select min(occurred_on) - 2 from asked) and a.created_at < (select max(occurred_on) + 3 from asked)
         and t.status in (1, 3) and t.card_last4 is not null),
    -- Payments that nothing is about, alone on their day with their amount and card.
    alone as (
      select gross, last4, day, min(merchant_id) as merchant_id, min(id) as transaction_id
        from paid t
       where not exists (select from reconciliation_lines l
                          where l.item_id = t.id and l.merchant_id = t.merchant_id and l.item = 'payment')
         and not exists (select from decided d
                          where d.item_id = t.id and d.merchant_id = t.merchant_id and d.item = 'payment')
       group by 1, 2, 3 having count(*) = 1),
    suggested as (
      select q.line_no, min(p.merchant_id) as merchant_id, min(p.transaction_id) as transaction_id
        from asked q join alone p on p.gross = q.gross and p.last4 = q.last4 and p.day between q.occurred_on - 1 and q.occurred_on + 1
       group by q.line_no having count(*) = 1)
    select line_no, case when abs(difference) <= ${tolerancePiastres} then 'rounding'
                         when sign(said) * sign(said - difference) < 0 then 'sign'
                         when (difference > 0) = (said > 0) then 'over' else 'under' end as kind,
           item, merchant_id, item_id, about_transaction_id as transaction_id, difference as amount, currency,
           coalesce(our_ref, processor_ref, rrn, '') as reference,
           null::bigint as suggested_merchant_id, null::bigint as suggested_transaction_id
      from seen where difference <> 0
    union all
    select line_no, 'fee', item, merchant_id, item_id, about_transaction_id, contract_fee - fee, currency,
           coalesce(our_ref, processor_ref, rrn, ''), null, null
      from seen where is_fee
    union all
    select u.line_no, u.why, null, u.payment_merchant, null, u.payment_id, u.net, u.currency,
           coalesce(u.our_ref, u.processor_ref, u.rrn, ''), g.merchant_id, g.transaction_id
      from unknown u left join suggested g on g.line_no = u.line_no`;
  await tx`analyze found_breaks`;
}
