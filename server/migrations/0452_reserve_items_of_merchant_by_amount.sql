create index concurrently reserve_items_of_merchant_by_amount on reserve_items (merchant_id, mode, held_piastres, id);
