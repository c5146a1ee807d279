-- The search field of approvals finds requests by who made them.
create index concurrently approvals_by_requester on approvals (merchant_id, mode, requested_by, id);
