create table tickets (
  merchant_id bigint not null,
  id bigint generated always as identity,
  mode mode not null,
  -- TKT-…
  reference text collate "C" not null,
  -- 1 transaction, 2 chargeback, 3 settlement, 4 technicality
  type smallint not null check (type in (1, 2, 3, 4)),
  -- 1 open, 2 processing, 3 closed
  status smallint not null default 1 check (status in (1, 2, 3)),
  -- its subject: a reference that existed when the ticket was opened, or free text for a technical issue
  about text collate "C" not null default '',
  about_kind text check (about_kind in ('transaction', 'payment-link', 'invoice', 'chargeback', 'settlement')),
  about_id bigint,
  -- beginning of the opening message
  excerpt text not null,
  excerpt_key text collate "C" generated always as (search_key(excerpt)) stored not null,
  -- users.id
  created_by bigint not null,
  created_at timestamptz not null,
  messages_count int not null default 1 check (messages_count >= 1),
  last_message_at timestamptz not null,
  -- since when the merchant has waited for a word of the provider
  waiting_since timestamptz,
  -- time of the provider's first reply
  first_response_at timestamptz,
  closed_at timestamptz,
  assignee_id bigint,
  priority text not null default 'normal' check (priority in ('low', 'normal', 'high', 'urgent')),
  -- by when the merchant must have an answer; runs while they wait
  answer_due_at timestamptz,
  -- Who closed a ticket; in earlier releases read from the audit log, which is no source of current state. Null if
  -- unknown.
  closed_by text,
  primary key (merchant_id, id),
  constraint tickets_about check ((about_kind is null) = (about_id is null) and (about_kind is null or about <> '')),
  constraint tickets_closed check ((status = 3) = (closed_at is not null)),
  constraint tickets_closed_wait_for_nobody check (status <> 3 or waiting_since is null),
  constraint tickets_due_while_waiting check ((answer_due_at is null) = (waiting_since is null)),
  constraint tickets_referred check (type = 4 or about_kind is not null)
);

alter table tickets add constraint tickets_assignee_id_fkey foreign key (assignee_id) references operators (id);
alter table tickets add constraint tickets_merchant_id_created_by_fkey foreign key (merchant_id, created_by)
  references users (merchant_id, id);
alter table tickets add constraint tickets_merchant_id_fkey foreign key (merchant_id) references merchants (id);

create index tickets_by_about on tickets (merchant_id, mode, about, id);
create index tickets_by_created_at on tickets (merchant_id, mode, created_at, id);
create index tickets_by_id on tickets (merchant_id, mode, id);
create index tickets_by_last_message on tickets (merchant_id, mode, last_message_at, id);
create index tickets_by_status on tickets (merchant_id, mode, status, id);
create index tickets_by_type on tickets (merchant_id, mode, type, id);
create index tickets_excerpt_search on tickets using gin (merchant_id, excerpt_key gin_trgm_ops);
-- Across merchants and modes: the provider's queue.
create index tickets_of_all on tickets (created_at, id);
create index tickets_of_all_assigned on tickets (assignee_id, answer_due_at, id);
create index tickets_of_all_at_hand on tickets (status, id) where status <> 3;
create index tickets_of_all_by_about on tickets (about) where about <> '';
create index tickets_of_all_by_priority on tickets (priority, answer_due_at, id) where priority <> 'normal';
create index tickets_of_all_by_reference on tickets (reference);
-- The provider's queue: by when tickets are due, of all and of one operator, and by priority.
create index tickets_of_all_due on tickets (answer_due_at, id);
create index tickets_of_all_waiting on tickets (waiting_since, id);
create unique index tickets_reference on tickets (merchant_id, mode, reference);

-- Merchants close tickets themselves, without a notification; open pages of colleagues are updated by the stream of
-- changes.
create trigger announce_change after update of status on tickets
  for each row when (old.status <> new.status) execute function announce_change('tickets');
create trigger tickets_announce after insert or update on tickets for each row execute function ticket_announce();
create trigger tickets_clock before insert or update on tickets
  for each row when ((new.answer_due_at is null) <> (new.waiting_since is null)) execute function ticket_clock();
-- Closed may be opened again; nothing closed is worked on without that.
create trigger tickets_transition before update of status on tickets
  for each row when (old.status = 3 and new.status = 2) execute function
    refuse_transition('tickets_legal_transition');

create table ticket_messages (
  merchant_id bigint not null,
  ticket_id bigint not null,
  -- 1 is the opening message
  position int not null check ("position" >= 1),
  -- users.id of the merchant's person; null for the provider's
  user_id bigint,
  operator_id bigint,
  message text not null check (message <> ''),
  path text collate "C",
  created_at timestamptz not null,
  primary key (merchant_id, ticket_id, "position"),
  constraint ticket_messages_merchant_id_path_key unique (merchant_id, path),
  constraint ticket_messages_author check ((user_id is null) <> (operator_id is null)),
  constraint ticket_messages_opening check ("position" > 1 or user_id is not null)
);

alter table ticket_messages add constraint ticket_messages_merchant_id_path_fkey foreign key (merchant_id, path)
  references files (merchant_id, path);
alter table ticket_messages add constraint ticket_messages_merchant_id_ticket_id_fkey foreign key (merchant_id,
  ticket_id) references tickets (merchant_id, id);
alter table ticket_messages add constraint ticket_messages_merchant_id_user_id_fkey foreign key (merchant_id, user_id)
  references users (merchant_id, id);
alter table ticket_messages add constraint ticket_messages_operator_id_fkey foreign key (operator_id)
  references operators (id);

create trigger never_emptied before truncate on ticket_messages for each statement execute function refuse_change();
create trigger ticket_messages_append_only before delete or update on ticket_messages
  for each row execute function refuse_change();

-- Changes of a ticket's assignee or priority, with their authors.
create table ticket_changes (
  merchant_id bigint not null,
  ticket_id bigint not null,
  position int not null check ("position" >= 1),
  kind text not null check (kind in ('assignee', 'priority')),
  -- null: from the command line
  operator_id bigint,
  -- null: nobody
  assignee_id bigint,
  priority text check (priority in ('low', 'normal', 'high', 'urgent')),
  created_at timestamptz not null,
  primary key (merchant_id, ticket_id, "position"),
  constraint ticket_changes_of_kind check ((kind = 'priority') = (priority is not null) and (kind = 'assignee' or
    assignee_id is null))
);

alter table ticket_changes add constraint ticket_changes_assignee_id_fkey foreign key (assignee_id)
  references operators (id);
alter table ticket_changes add constraint ticket_changes_merchant_id_ticket_id_fkey foreign key (merchant_id,
  ticket_id) references tickets (merchant_id, id);
alter table ticket_changes add constraint ticket_changes_operator_id_fkey foreign key (operator_id)
  references operators (id);

create trigger never_emptied before truncate on ticket_changes for each statement execute function refuse_change();
create trigger ticket_changes_append_only before delete or update on ticket_changes
  for each row execute function refuse_change();

-- Internal notes of the provider's staff. No query for a merchant joins this table.
create table ticket_notes (
  merchant_id bigint not null,
  ticket_id bigint not null,
  position int not null check ("position" >= 1),
  operator_id bigint not null,
  note text not null check (note <> ''),
  created_at timestamptz not null,
  primary key (merchant_id, ticket_id, "position")
);

alter table ticket_notes add constraint ticket_notes_merchant_id_ticket_id_fkey foreign key (merchant_id, ticket_id)
  references tickets (merchant_id, id);
alter table ticket_notes add constraint ticket_notes_operator_id_fkey foreign key (operator_id)
  references operators (id);

create trigger never_emptied before truncate on ticket_notes for each statement execute function refuse_change();
create trigger ticket_notes_announce after insert on ticket_notes
  for each row execute function ticket_note_announce();
create trigger ticket_notes_append_only before delete or update on ticket_notes
  for each row execute function refuse_change();

-- Prepared answers to tickets, in both languages.
create table canned_replies (
  id bigint generated always as identity,
  name text not null check (name <> ''),
  text_en text not null check (text_en <> ''),
  text_ar text not null check (text_ar <> ''),
  changed_by bigint not null,
  changed_at timestamptz not null,
  -- since when it is offered no longer
  archived_at timestamptz,
  primary key (id)
);

alter table canned_replies add constraint canned_replies_changed_by_fkey foreign key (changed_by)
  references operators (id);

-- Two with the same name could not be told apart in a choice field.
create unique index canned_replies_name on canned_replies (search_key(name)) where archived_at is null;
