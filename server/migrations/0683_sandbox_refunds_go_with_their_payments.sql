-- Old payments of the sandbox are deleted, and their refunds with them.
alter table sandbox_refunds drop constraint sandbox_refunds_merchant_id_order_id_fkey;
alter table sandbox_refunds add constraint sandbox_refunds_merchant_id_order_id_fkey
  foreign key (merchant_id, order_id) references sandbox_payments (merchant_id, order_id) on delete cascade not valid;
