-- The tabs above the log of calls count them by how they ended.
create index concurrently api_requests_by_status on api_requests (merchant_id, mode, status);
