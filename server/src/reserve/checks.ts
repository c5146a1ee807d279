/** Invariants of the rolling reserve, checked by `ledger:check`. */
import { type Check, type Difference, LISTED_PER_RULE } from '../ledger/check.ts';

/** The balance of `reserve` equals the rest of the items. */
const balanceIsItems: Check = (tx) => tx<Difference[]>`
  with items as (
    select merchant_id, mode, sum(left_piastres) as amount from reserve_items group by 1, 2),
  held as (
    select merchant_id, mode, balance from ledger_accounts where kind::text = 'reserve' and currency = 'EGP')
  select 'reserve_is_items' as rule, merchant_id as "merchantId", concat(mode, ' reserve') as subject,
         coalesce(i.amount, 0)::text as expected, coalesce(h.balance, 0)::text as actual
    from items i full join held h using (merchant_id, mode)
   where coalesce(i.amount, 0) <> coalesce(h.balance, 0)
   order by 2, 3 limit ${LISTED_PER_RULE}`;

/** The held amount of an item is left, was released once, or was drawn; each as in the ledger. */
const itemsAreWhole: Check = (tx) => tx<Difference[]>`
  with drawn as (
    select merchant_id, item_id as id, sum(amount_piastres) as amount from reserve_draws group by 1, 2),
  posted as (
    select t.merchant_id, t.mode, t.idempotency_key as key, p.amount
      from ledger_transfers t join ledger_postings p on p.merchant_id = t.merchant_id and p.transfer_id = t.id
     where p.account::text = 'reserve')
  select 'reserve_items_whole' as rule, i.merchant_id as "merchantId", concat_ws(' ', i.mode, 'item', i.id) as subject,
         concat_ws(' ', 'held', coalesce(s.amount, 0), 'released', coalesce(-r.amount, 0), 'drawn', coalesce(d.amount, 0))
           as expected,
         concat_ws(' ', 'held', i.held_piastres, 'released', coalesce(i.released_piastres, 0), 'left', i.left_piastres)
           as actual
    from reserve_items i
    left join drawn d using (merchant_id, id)
    left join posted s on s.merchant_id = i.merchant_id and s.mode = i.mode and s.key = 'settlement:' || i.settlement_id
    left join posted r on r.merchant_id = i.merchant_id and r.mode = i.mode and r.key = 'reserve-released:' || i.id
   where i.held_piastres is distinct from s.amount
      or i.held_piastres <> i.left_piastres + coalesce(i.released_piastres, 0) + coalesce(d.amount, 0)
      or coalesce(i.released_piastres, 0) <> coalesce(-r.amount, 0)
   order by 2, i.id limit ${LISTED_PER_RULE}`;

/** Only settlements, releases and draws with their rows move the reserve. */
const postingsHaveRows: Check = (tx) => tx<Difference[]>`
  with drawn as (
    select merchant_id, transfer_id as id, sum(amount_piastres) as amount from reserve_draws group by 1, 2),
  posted as (
    select t.merchant_id, t.mode, t.id, t.kind, t.idempotency_key as key, p.amount
      from ledger_transfers t join ledger_postings p on p.merchant_id = t.merchant_id and p.transfer_id = t.id
     where p.account::text = 'reserve')
  select 'reserve_moves_by_items' as rule, p.merchant_id as "merchantId",
         concat_ws(' ', p.mode, 'transfer', p.id, p.kind) as subject,
         coalesce(case p.kind when 'settlement' then s.reserved_piastres when 'reserve_released' then -i.released_piastres
                              when 'reserve_drawn' then -d.amount end, 0)::text as expected,
         p.amount::text as actual
    from posted p
    left join settlements s on s.merchant_id = p.merchant_id and s.mode = p.mode and p.key = 'settlement:' || s.id
    left join reserve_items i on i.merchant_id = p.merchant_id and i.mode = p.mode and p.key = 'reserve-released:' || i.id
    left join drawn d on d.merchant_id = p.merchant_id and d.id = p.id
   where p.amount is distinct from
         case p.kind when 'settlement' then s.reserved_piastres when 'reserve_released' then -i.released_piastres
                     when 'reserve_drawn' then -d.amount end
   order by 2, p.id limit ${LISTED_PER_RULE}`;

/** Each settlement that was partly held has its item. */
const settlementsHaveItems: Check = (tx) => tx<Difference[]>`
  select 'reserve_of_settlements' as rule, s.merchant_id as "merchantId", concat_ws(' ', s.mode, s.reference) as subject,
         s.reserved_piastres::text as expected, coalesce(i.held_piastres, 0)::text as actual
    from settlements s left join reserve_items i on i.merchant_id = s.merchant_id and i.settlement_id = s.id
   where s.reserved_piastres <> coalesce(i.held_piastres, 0) or i.mode <> s.mode
   order by 2, 3 limit ${LISTED_PER_RULE}`;

/** Nothing is held while the available balance is below zero, because the reserve would have covered it. */
const debtsAreCovered: Check = (tx) => tx<Difference[]>`
  select 'reserve_covers_available' as rule, r.merchant_id as "merchantId", concat(r.mode, ' reserve') as subject,
         '0' as expected, r.balance::text as actual
    from ledger_accounts r
    join ledger_accounts a on a.merchant_id = r.merchant_id and a.mode = r.mode and a.currency = r.currency
                          and a.kind = 'available'
   where r.kind::text = 'reserve' and r.balance > 0 and a.balance < 0
   order by 2, 3 limit ${LISTED_PER_RULE}`;

/** Passed to `checkLedger` as extra checks. */
export const reserveChecks: readonly Check[] = [
  balanceIsItems,
  itemsAreWhole,
  postingsHaveRows,
  settlementsHaveItems,
  debtsAreCovered,
];
