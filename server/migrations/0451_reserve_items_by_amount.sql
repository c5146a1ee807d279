create index concurrently reserve_items_by_amount on reserve_items (mode, held_piastres, id);
