-- What the unpaid orders on delivery of a number, and of a store, hold of its stock.
create index concurrently orders_open_cash on orders (merchant_id, mode, customer_mobile)
  where payment = 'delivery' and status = 1 and fulfilment <> 'canceled';
