-- The tabs above a merchant's requests count them by state.
create index concurrently approvals_by_state on approvals (merchant_id, mode, state, kind);
