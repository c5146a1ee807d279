-- Reports by e-mail: content, schedule and recipients.
create table reports (
  merchant_id bigint not null,
  id bigint generated always as identity,
  mode mode not null,
  -- users.id of its maker, with whose current permissions it is made
  user_id bigint not null,
  name text not null check (name <> ''),
  kind text not null check (kind in ('takings', 'week', 'month', 'view')),
  -- of a view: its state when the report was created
  list text,
  query jsonb not null default '{}',
  period text,
  format text not null check (format in ('pdf', 'csv', 'xlsx')),
  language text not null check (language in ('en', 'ar')),
  rhythm text not null check (rhythm in ('day', 'week', 'month')),
  -- in Cairo time
  hour smallint not null check (hour between 0 and 23),
  weekday smallint check (weekday between 0 and 6),
  month_day smallint check (month_day between 1 and 28),
  is_paused boolean not null default false,
  stopped text check (stopped in ('left', 'permission')),
  -- when it is sent next; null while it is paused or stopped
  next_at timestamptz,
  created_at timestamptz not null,
  deleted_at timestamptz,
  -- An owner approves an external address for the content of a report. The version counts the changes of that content.
  version int not null default 1,
  primary key (merchant_id, id),
  constraint reports_check check ((kind = 'view') = (list is not null)),
  constraint reports_check1 check (rhythm <> 'week' or weekday is not null),
  constraint reports_check2 check (rhythm <> 'month' or month_day is not null),
  constraint reports_check3 check ((next_at is null) = (is_paused or stopped is not null or deleted_at is not null))
);

alter table reports add constraint reports_merchant_id_fkey foreign key (merchant_id) references merchants (id);
alter table reports add constraint reports_merchant_id_user_id_fkey foreign key (merchant_id, user_id)
  references users (merchant_id, id);

create index reports_due on reports (next_at) where next_at is not null;

-- A recipient is never deleted, so that an unsubscribed one does not get the report again by being added again.
create table report_recipients (
  merchant_id bigint not null,
  id bigint generated always as identity,
  report_id bigint not null,
  user_id bigint,
  email text,
  approved_at timestamptz,
  confirmed_at timestamptz,
  unsubscribed_at timestamptz,
  removed_at timestamptz,
  primary key (merchant_id, id),
  constraint report_recipients_check check ((user_id is null) <> (email is null)),
  constraint report_recipients_check1 check (user_id is not null or confirmed_at is null or approved_at is not null)
);

alter table report_recipients add constraint report_recipients_merchant_id_report_id_fkey foreign key (merchant_id,
  report_id) references reports (merchant_id, id);
alter table report_recipients add constraint report_recipients_merchant_id_user_id_fkey foreign key (merchant_id,
  user_id) references users (merchant_id, id);

create unique index report_recipients_members on report_recipients (merchant_id, report_id, user_id)
  where user_id is not null;
create unique index report_recipients_outside on report_recipients (merchant_id, report_id, email)
  where email is not null;

-- A report of a day: at most one, however often a job runs.
create table report_runs (
  merchant_id bigint not null,
  report_id bigint not null,
  -- the day in Cairo on which it was due
  day date not null,
  -- null for one that its maker had sent to themselves alone, to see it
  due_at timestamptz,
  sent_at timestamptz,
  -- until when its file can be fetched
  file_until timestamptz,
  primary key (merchant_id, report_id, day)
);

alter table report_runs add constraint report_runs_merchant_id_report_id_fkey foreign key (merchant_id, report_id)
  references reports (merchant_id, id);

create index report_runs_by_day on report_runs (day);
