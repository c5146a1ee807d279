-- What the public status page tells: measured each minute, and written by operators.
create table status_clock (
  one boolean primary key default true check (one),
  measured_at timestamptz
);
insert into status_clock default values;

-- Requests and calls of the last minutes, added up over all processes.
create table status_counts (
  minute timestamptz not null,
  what text not null collate "C",
  total bigint not null,
  failed bigint not null,
  primary key (minute, what),
  constraint status_counts_failed check (failed between 0 and total)
);

create table status_now (
  component text primary key collate "C",
  measured text not null,
  since timestamptz not null,
  constraint status_now_measured check (measured in ('operational', 'degraded', 'partial', 'outage'))
);

-- How many minutes of a day of Cairo each component was in each state.
create table status_days (
  day date not null,
  component text not null collate "C",
  operational integer not null default 0,
  degraded integer not null default 0,
  partial integer not null default 0,
  outage integer not null default 0,
  primary key (day, component),
  constraint status_days_minutes check (least(operational, degraded, partial, outage) >= 0)
);

create table incidents (
  id bigint generated always as identity primary key,
  kind text not null,
  impact text,
  components text[] not null,
  title_en text not null,
  title_ar text not null,
  status text not null,
  starts_at timestamptz not null,
  ends_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null,
  constraint incidents_kind check (
    case kind
      when 'incident' then impact in ('degraded', 'partial', 'outage') and ends_at is null
        and status in ('investigating', 'identified', 'monitoring', 'resolved')
      when 'maintenance' then impact is null and ends_at > starts_at
        and status in ('scheduled', 'in_progress', 'completed')
      else false end),
  constraint incidents_impact check ((kind = 'incident') = (impact is not null)),
  constraint incidents_window check ((kind = 'maintenance') = (ends_at is not null)),
  constraint incidents_ended check ((status in ('resolved', 'completed')) = (ended_at is not null)),
  constraint incidents_components check (cardinality(components) > 0)
);
create index incidents_by_start on incidents (starts_at desc, id desc);

create table incident_updates (
  incident_id bigint not null references incidents,
  id bigint generated always as identity,
  at timestamptz not null,
  status text not null,
  text_en text not null,
  text_ar text not null,
  author text not null,
  primary key (incident_id, id)
);
