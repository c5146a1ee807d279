create index concurrently notifications_by_kind on notifications (merchant_id, mode, kind, created_at desc, id desc);
