-- The status a reader sees: an active link past its due moment is expired, whether or not that was written down yet.
create or replace function link_status(status smallint, due_at timestamptz, now timestamptz) returns smallint
  language sql immutable parallel safe
  return case when status = 2 and due_at <= now then 3::smallint else status end;
