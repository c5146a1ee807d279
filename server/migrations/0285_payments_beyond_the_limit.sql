-- When the merchant was told that a payment was refused which would have exceeded what is left of its monthly limit.
alter table merchant_volumes add column told_refused_at timestamptz;
