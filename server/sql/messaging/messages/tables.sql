-- Every e-mail and SMS, written in the transaction that promises it, delivered by a job.
create table messages (
  merchant_id bigint not null,
  id bigint generated always as identity,
  mode mode,
  channel text not null check (channel in ('email', 'sms')),
  recipient text not null,
  locale text not null check (locale in ('en', 'ar')),
  subject text not null default '',
  body_text text not null default '',
  body_html text,
  links text[] not null default '{}',
  -- the same promise is never made twice
  dedupe_key text,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed', 'kept', 'withheld')),
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  -- The body of a message is sealed until it is sent and erased afterwards, so that a dump of the database gives
  -- access to no account. body_text, body_html and links only contain bodies from an earlier version; the hourly job
  -- empties them.
  sealed bytea,
  erase_at timestamptz,
  primary key (merchant_id, id)
);

create unique index messages_dedupe on messages (merchant_id, dedupe_key) where dedupe_key is not null;
create index messages_failed_by_recipient on messages (recipient, id) where state = 'failed';
-- The console lists a merchant's failed messages without reading the others.
create index messages_failed_of_merchant on messages (merchant_id, created_at, id) where state = 'failed';
create index messages_newest on messages (created_at desc);
create index messages_of_test_mode on messages (created_at) where mode = 'test';
create index messages_readable on messages (created_at) where body_text <> '';
-- Bodies that are still there, by when they are to go; and those that an earlier version left readable.
create index messages_to_erase on messages (erase_at) where sealed is not null;
create index messages_undelivered on messages (created_at, id) where state = 'failed';

create trigger customer_messages_go after delete on messages referencing old table as gone
  for each statement execute function customer_messages_go();
create trigger keep_invoice_message before delete on messages for each row execute function keep_invoice_message();

-- Notifications held for a person's e-mail at the end of their quiet hours, all in one; kept for a while, so that none
-- is sent twice.
create table held_mails (
  merchant_id bigint not null,
  user_id bigint not null,
  notification_id bigint not null,
  sent_at timestamptz,
  primary key (merchant_id, user_id, notification_id)
);

alter table held_mails add constraint held_mails_merchant_id_notification_id_fkey foreign key (merchant_id,
  notification_id) references notifications (merchant_id, id) on delete cascade;
alter table held_mails add constraint held_mails_merchant_id_user_id_fkey foreign key (merchant_id, user_id)
  references users (merchant_id, id);
