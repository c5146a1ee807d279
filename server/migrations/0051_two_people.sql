-- Approvals: one person is never both of the two.

-- Who had a hand in whose account, and when: an account that somebody made or changed for another may be theirs.
create table account_touches (
  merchant_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null,
  by_user_id bigint not null,
  what text not null check (what in ('made', 'invited', 'email', 'role', 'powers', 'let-in', 'gone')),
  at timestamptz not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, user_id) references users (merchant_id, id),
  foreign key (merchant_id, by_user_id) references users (merchant_id, id)
);
create index account_touches_of_user on account_touches (merchant_id, user_id, at);
create index account_touches_by_time on account_touches (merchant_id, at);

-- What happened in the days before this migration counts too.
insert into account_touches (merchant_id, user_id, by_user_id, what, at)
  select a.merchant_id, u.id, a.user_id, 'made', a.at
    from audit_log a
    join users u on u.merchant_id = a.merchant_id and u.id = split_part(a.subject, ':', 2)::bigint
    join users b on b.merchant_id = a.merchant_id and b.id = a.user_id
   where a.action = 'user.create' and a.at > now() - interval '7 days'
  union all
  select a.merchant_id, u.id, a.user_id, case when a.before ->> 'email' <> a.after ->> 'email' then 'email' else 'role' end,
         a.at
    from audit_log a
    join users u on u.merchant_id = a.merchant_id and u.id = split_part(a.subject, ':', 2)::bigint
    join users b on b.merchant_id = a.merchant_id and b.id = a.user_id
   where a.action = 'user.update' and a.at > now() - interval '7 days'
     and (a.before ->> 'email' <> a.after ->> 'email' or a.before ->> 'role_id' <> a.after ->> 'role_id');

alter table approvals
  -- the key that asked; 0: one that is not known any more. Who used it nobody knows, so it takes two yeses
  add column requested_key_id bigint,
  add column first_yes_by bigint,
  add column first_yes_at timestamptz,
  -- what is to change, where it is not money
  add column change jsonb,
  add constraint approvals_merchant_id_first_yes_by_fkey
    foreign key (merchant_id, first_yes_by) references users (merchant_id, id);

update approvals p set requested_key_id = 0
 where p.state = 'waiting'
   and exists (select from audit_log a where a.merchant_id = p.merchant_id and a.action = 'approval.ask'
                                         and a.subject = 'approval:' || p.id and a.user_id is null);

alter table approvals
  drop constraint approvals_kind_check,
  add constraint approvals_kind_check check (kind in ('refund', 'payout', 'settings', 'bank-account')),
  drop constraint approvals_amount_piastres_check,
  add constraint approvals_amount_piastres_check
    check (amount_piastres > 0 or (kind in ('settings', 'bank-account') and amount_piastres = 0)),
  add constraint approvals_change check ((kind in ('settings', 'bank-account')) = (change is not null)),
  drop constraint approvals_by_another,
  add constraint approvals_by_another check (case state
    when 'approved' then decided_by is not null and case
      when requested_key_id is null then decided_by <> requested_by
      else first_yes_by is not null and first_yes_by <> decided_by end
    when 'declined' then decided_by is not null and (requested_key_id is not null or decided_by <> requested_by)
    when 'withdrawn' then decided_by is not null and decided_by = requested_by
    else decided_by is null end),
  add constraint approvals_first_yes check ((first_yes_by is null) = (first_yes_at is null)
    and (first_yes_by is null or requested_key_id is not null));
