-- Returns the status of a payment link at a time: an active one past its due time is expired (3), whether or not that
-- is stored yet. Queries of links call it instead of reading `status`.
create or replace function link_status(status smallint, due_at timestamptz, now timestamptz) returns smallint
  language sql immutable parallel safe
  return case when status = 2 and due_at <= now then 3::smallint else status end;
