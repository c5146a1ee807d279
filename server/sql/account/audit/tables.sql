-- Audit log of all actions; append-only.
create table audit_log (
  merchant_id bigint not null,
  id bigint generated always as identity,
  mode mode,
  at timestamptz not null default now(),
  user_id bigint,
  -- the person's e-mail, the operator, or the system
  actor text not null,
  address text,
  action text not null,
  subject text,
  before jsonb,
  after jsonb,
  primary key (merchant_id, id)
);

create index audit_log_by_action on audit_log (action, at, id);
create index audit_log_by_actor on audit_log (actor, at, id);
-- `TRX` in the search of the console's log finds actions on payments of all merchants: all entries of some kinds of
-- subject.
create index audit_log_by_noun on audit_log (split_part(subject, ':', 1));
-- The console finds actions on one object, and lists the webhooks that failed permanently: few among very many events.
create index audit_log_by_subject on audit_log (subject, at, id) where subject is not null;
create index audit_log_of_all on audit_log (at, id);
create index audit_log_of_merchant_by_action on audit_log (merchant_id, action, id);
create index audit_log_of_merchant_by_actor on audit_log (merchant_id, actor, id);
-- The audit log's page: by person and by action, newest first.
create index audit_log_of_merchant_by_at on audit_log (merchant_id, at, id);
-- `TRX` in the search of a merchant's log finds actions on payments: all entries of a kind of subject.
create index audit_log_of_merchant_by_subject on audit_log (merchant_id, subject text_pattern_ops, id)
  where subject is not null;
-- The search field of the audit log finds entries by the people who made them.
create index audit_log_of_merchant_by_user on audit_log (merchant_id, user_id, id);

create trigger audit_log_append_only before delete or update on audit_log
  for each row execute function refuse_change();
-- Tables whose rows cannot be changed or deleted cannot be truncated either.
create trigger never_emptied before truncate on audit_log for each statement execute function refuse_change();
