-- Jobs release reservations of orders, and so did those of the previous release: server/src/orders/stock.ts.
drop function release_due_order(timestamptz, bigint, mode);
