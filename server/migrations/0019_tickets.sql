-- Support tickets: one thread each between a merchant's people and the provider's staff.

create table tickets (
  merchant_id bigint not null references merchants,
  id bigint generated always as identity,
  mode mode not null,
  -- TKT-…
  reference text collate "C" not null,
  -- 1 transaction, 2 chargeback, 3 settlement, 4 technicality
  type smallint not null check (type in (1, 2, 3, 4)),
  -- 1 open, 2 processing, 3 closed
  status smallint not null default 1 check (status in (1, 2, 3)),
  -- what it is about: a reference that led to something when the ticket was opened, or of a technicality any words
  about text collate "C" not null default '',
  about_kind text check (about_kind in ('transaction', 'payment-link', 'invoice', 'chargeback', 'settlement')),
  about_id bigint,
  -- how the opening message begins
  excerpt text not null,
  excerpt_key text collate "C" not null generated always as (search_key(excerpt)) stored,
  -- users.id
  created_by bigint not null,
  created_at timestamptz not null,
  messages_count integer not null default 1 check (messages_count >= 1),
  last_message_at timestamptz not null,
  -- since when the merchant has waited for a word of the provider
  waiting_since timestamptz,
  -- of the provider's first reply
  first_response_at timestamptz,
  closed_at timestamptz,
  primary key (merchant_id, id),
  foreign key (merchant_id, created_by) references users,
  constraint tickets_referred check (type = 4 or about_kind is not null),
  constraint tickets_about check ((about_kind is null) = (about_id is null) and (about_kind is null or about <> '')),
  constraint tickets_closed check ((status = 3) = (closed_at is not null)),
  constraint tickets_closed_wait_for_nobody check (status <> 3 or waiting_since is null)
);
create unique index tickets_reference on tickets (merchant_id, mode, reference);
create index tickets_by_id on tickets (merchant_id, mode, id);
create index tickets_by_created_at on tickets (merchant_id, mode, created_at, id);
create index tickets_by_type on tickets (merchant_id, mode, type, id);
create index tickets_by_status on tickets (merchant_id, mode, status, id);
create index tickets_by_last_message on tickets (merchant_id, mode, last_message_at, id);
create index tickets_by_about on tickets (merchant_id, mode, about, id);
create index tickets_excerpt_search on tickets using gin (merchant_id, excerpt_key gin_trgm_ops);

-- Across merchants and modes: the provider's queue.
create index tickets_of_all on tickets (created_at, id);
create index tickets_of_all_waiting on tickets (waiting_since, id);
create index tickets_of_all_by_reference on tickets (reference);
create index tickets_of_all_at_hand on tickets (status, id) where status <> 3;

-- Closed may be opened again; nothing closed is worked on without that.
create trigger tickets_transition before update of status on tickets
  for each row when (old.status = 3 and new.status = 2)
  execute function refuse_transition('tickets_legal_transition');

create table ticket_messages (
  merchant_id bigint not null,
  ticket_id bigint not null,
  -- 1 is the opening message
  position integer not null check (position >= 1),
  -- users.id of the merchant's person; null for the provider's
  user_id bigint,
  operator_id bigint references operators,
  message text not null check (message <> ''),
  path text collate "C",
  created_at timestamptz not null,
  primary key (merchant_id, ticket_id, position),
  unique (merchant_id, path),
  foreign key (merchant_id, ticket_id) references tickets,
  foreign key (merchant_id, user_id) references users,
  foreign key (merchant_id, path) references files,
  constraint ticket_messages_author check ((user_id is null) <> (operator_id is null)),
  constraint ticket_messages_opening check (position > 1 or user_id is not null)
);
create trigger ticket_messages_append_only before update or delete on ticket_messages
  for each row execute function refuse_change();

-- Every server process hears of a ticket that changed when that is committed.
create function ticket_announce() returns trigger language plpgsql as $$
begin
  perform pg_notify('daftar_tickets', json_build_object('merchantId', new.merchant_id, 'id', new.id)::text);
  return null;
end $$;
create trigger tickets_announce after insert or update on tickets
  for each row execute function ticket_announce();
