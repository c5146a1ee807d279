-- The tabs above the console's requests count them by state.
create index concurrently operator_approvals_by_state on operator_approvals (state, kind);
