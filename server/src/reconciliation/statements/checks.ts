/** Invariants of the bank's statements, checked by `ledger:check`. */
import { type Check, type Difference, LISTED_PER_RULE } from '../../ledger/check.ts';

/** Each line is matched with batches or transfers for its full amount, or has a break. */
const explained: Check = (tx) => tx<Difference[]>`
  select 'bank_lines_explained' as rule, 0 as "merchantId", concat_ws(' ', 'bank line', l.id) as subject,
         l.amount_piastres::text as expected, coalesce(k.amount::text, 'neither matched nor a break') as actual
    from bank_lines l
    left join (select line_id, sum(amount_piastres) as amount from bank_line_links group by line_id) k on k.line_id = l.id
   where k.amount is distinct from l.amount_piastres
     and (k.amount is not null or not exists (select from reconciliation_breaks b where b.bank_line_id = l.id))
   order by l.id limit ${LISTED_PER_RULE}`;

/** The lines of an account lead from its first opening balance to its last closing balance. */
const consecutive: Check = (tx) => tx<Difference[]>`
  select 'bank_statements_lead' as rule, 0 as "merchantId", concat_ws(' ', 'bank account', f.bank_account_id) as subject,
         f.covered_closing_piastres::text as expected, (f.covered_opening_piastres + coalesce(s.amount, 0))::text as actual
    from (select distinct on (bank_account_id) * from bank_statement_files where state = 'imported'
           order by bank_account_id, id desc) f
    left join (select bank_account_id, sum(amount_piastres) as amount from bank_lines group by 1) s
      on s.bank_account_id = f.bank_account_id
   where f.covered_opening_piastres + coalesce(s.amount, 0) <> f.covered_closing_piastres
   order by f.bank_account_id limit ${LISTED_PER_RULE}`;

/** The received amount of a booked batch equals that of its bank lines, if it has any. */
const received: Check = (tx) => tx<Difference[]>`
  select 'bank_lines_as_booked' as rule, 0 as "merchantId", concat_ws(' ', 'batch', b.id) as subject,
         k.amount::text as expected, b.received_piastres::text as actual
    from reconciliation_batches b
    join (select batch_id, sum(amount_piastres) as amount from bank_line_links where batch_id is not null group by 1) k
      on k.batch_id = b.id
   where b.booked_at is not null and b.received_piastres <> k.amount
   order by b.id limit ${LISTED_PER_RULE}`;

/** A bank line is either matched with batches or transfers, or written off; never both. */
const once: Check = (tx) => tx<Difference[]>`
  select 'bank_lines_once' as rule, 0 as "merchantId", concat_ws(' ', 'bank line', b.bank_line_id) as subject,
         'matched or written off' as expected, 'both' as actual
    from reconciliation_write_offs w
    join reconciliation_breaks b on b.id = w.break_id and b.bank_line_id is not null
   where w.undone_at is null and exists (select from bank_line_links k where k.line_id = b.bank_line_id)
   order by b.bank_line_id limit ${LISTED_PER_RULE}`;

/** The lines counted in a signed period are those stated in its report. */
const signed: Check = (tx) => tx<Difference[]>`
  select 'bank_lines_as_signed' as rule, 0 as "merchantId", concat_ws(' ', 'cut-off', c.id) as subject,
         concat_ws(' ', c.figures #>> '{lines,all,count}', round((c.figures #>> '{lines,all,amount}')::numeric * 100)) as expected,
         concat_ws(' ', l.count, l.amount) as actual
    from reconciliation_cut_offs c
   cross join lateral (
     select count(*) as count, coalesce(sum(l.amount_piastres), 0) as amount from bank_lines l
      where l.bank_account_id = c.bank_account_id and l.counted_on <= c.day and (c.after_day is null or l.counted_on > c.after_day)) l
   where c.state = 'signed' and c.bank_account_id is not null
     and (l.count <> (c.figures #>> '{lines,all,count}')::bigint
          or l.amount <> round((c.figures #>> '{lines,all,amount}')::numeric * 100))
   order by c.id limit ${LISTED_PER_RULE}`;

export const bankStatementChecks: readonly Check[] = [explained, consecutive, received, once, signed];
