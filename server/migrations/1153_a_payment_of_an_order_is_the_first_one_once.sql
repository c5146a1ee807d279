-- Of an order that may be paid twice under one reference, the first payment that its processor names is kept once.
create unique index concurrently processor_ids_first_payment on processor_ids (merchant_id, attempt_id) where kind = 'payment';
