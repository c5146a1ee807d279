-- Returns the status of an invoice at a time: an unpaid one past its due time is expired (4), whether or not that is
-- stored yet. Queries of invoices call it instead of reading `status`.
create or replace function invoice_status(status smallint, due_at timestamptz, now timestamptz) returns smallint
  language sql immutable parallel safe
  return case when status = 1 and due_at <= now then 4::smallint else status end;
