-- Who answers a ticket, how urgent it is and by when; what colleagues say of it among themselves.

alter table tickets
  add column assignee_id bigint references operators,
  add column priority text not null default 'normal' check (priority in ('low', 'normal', 'high', 'urgent')),
  -- by when the merchant must have an answer; runs while they wait
  add column answer_due_at timestamptz;

-- Working hours are counted by the server; what waits already gets a day.
update tickets set answer_due_at = waiting_since + interval '1 day' where waiting_since is not null;

alter table tickets
  add constraint tickets_due_while_waiting check ((answer_due_at is null) = (waiting_since is null));

-- Processes of the release before know no clock: what they write gets a day, too, and what they answer has none.
create function ticket_clock() returns trigger language plpgsql as $$
begin
  if new.waiting_since is null then
    new.answer_due_at := null;
  elsif new.answer_due_at is null then
    new.answer_due_at := new.waiting_since + interval '1 day';
  end if;
  return new;
end $$;
create trigger tickets_clock before insert or update on tickets
  for each row when ((new.answer_due_at is null) <> (new.waiting_since is null)) execute function ticket_clock();

-- What the provider's people note for each other. Nothing that a merchant reads joins this table.
create table ticket_notes (
  merchant_id bigint not null,
  ticket_id bigint not null,
  position integer not null check (position >= 1),
  operator_id bigint not null references operators,
  note text not null check (note <> ''),
  created_at timestamptz not null,
  primary key (merchant_id, ticket_id, position),
  foreign key (merchant_id, ticket_id) references tickets
);
create trigger ticket_notes_append_only before update or delete on ticket_notes
  for each row execute function refuse_change();
create trigger never_emptied before truncate on ticket_notes for each statement execute function refuse_change();

-- Who assigned it or changed its priority, and to what.
create table ticket_changes (
  merchant_id bigint not null,
  ticket_id bigint not null,
  position integer not null check (position >= 1),
  kind text not null check (kind in ('assignee', 'priority')),
  -- null: from the command line
  operator_id bigint references operators,
  -- null: nobody
  assignee_id bigint references operators,
  priority text check (priority in ('low', 'normal', 'high', 'urgent')),
  created_at timestamptz not null,
  primary key (merchant_id, ticket_id, position),
  foreign key (merchant_id, ticket_id) references tickets,
  constraint ticket_changes_of_kind check (
    (kind = 'priority') = (priority is not null) and (kind = 'assignee' or assignee_id is null))
);
create trigger ticket_changes_append_only before update or delete on ticket_changes
  for each row execute function refuse_change();
create trigger never_emptied before truncate on ticket_changes for each statement execute function refuse_change();

-- The screens of colleagues hear of a note as of anything else.
create function ticket_note_announce() returns trigger language plpgsql as $$
begin
  perform pg_notify('daftar_tickets', json_build_object('merchantId', new.merchant_id, 'id', new.ticket_id)::text);
  return null;
end $$;
create trigger ticket_notes_announce after insert on ticket_notes
  for each row execute function ticket_note_announce();
