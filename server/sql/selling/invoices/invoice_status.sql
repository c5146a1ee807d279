-- The status a reader sees: an unpaid invoice past its due moment is expired, whether or not that was written down yet.
create or replace function invoice_status(status smallint, due_at timestamptz, now timestamptz) returns smallint
  language sql immutable parallel safe
  return case when status = 1 and due_at <= now then 4::smallint else status end;
