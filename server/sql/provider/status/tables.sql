create table incidents (
  id bigint generated always as identity,
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
  primary key (id),
  constraint incidents_components check (cardinality(components) > 0),
  constraint incidents_ended check ((status in ('resolved', 'completed')) = (ended_at is not null)),
  constraint incidents_impact check ((kind = 'incident') = (impact is not null)),
  constraint incidents_kind check (
    case kind
      when 'incident' then impact in ('degraded', 'partial', 'outage') and ends_at is null and (status in
          ('investigating', 'identified', 'monitoring', 'resolved'))
      when 'maintenance' then impact is null and ends_at > starts_at and (status in ('scheduled', 'in_progress',
          'completed'))
      else false
    end),
  constraint incidents_window check ((kind = 'maintenance') = (ends_at is not null))
);

create index incidents_by_start on incidents (starts_at desc, id desc);

create table incident_updates (
  incident_id bigint not null,
  id bigint generated always as identity,
  at timestamptz not null,
  status text not null,
  text_en text not null,
  text_ar text not null,
  author text not null,
  primary key (incident_id, id)
);

alter table incident_updates add constraint incident_updates_incident_id_fkey foreign key (incident_id)
  references incidents (id);

-- The public status page: measured each minute, with publications of operators.
create table status_clock (
  one boolean not null default true check (one),
  measured_at timestamptz,
  primary key (one)
);

insert into status_clock default values;

-- Requests and calls of the last minutes, added up over all processes.
create table status_counts (
  minute timestamptz not null,
  what text collate "C" not null,
  total bigint not null,
  failed bigint not null,
  primary key (minute, what),
  constraint status_counts_failed check (failed between 0 and total)
);

-- Minutes of a Cairo day that each component was in each state.
create table status_days (
  day date not null,
  component text collate "C" not null,
  operational int not null default 0,
  degraded int not null default 0,
  partial int not null default 0,
  outage int not null default 0,
  primary key (day, component),
  constraint status_days_minutes check (least(operational, degraded, partial, outage) >= 0)
);

create table status_now (
  component text collate "C" not null,
  measured text not null,
  since timestamptz not null,
  primary key (component),
  constraint status_now_measured check (measured in ('operational', 'degraded', 'partial', 'outage'))
);
