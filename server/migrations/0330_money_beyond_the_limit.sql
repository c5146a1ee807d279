-- Money that came although the merchant's monthly limit was reached: it waits for an operator like a payment that a rule of
-- risk sends to review, and giving it to the merchant takes two.
alter table risk_reviews add column beyond_limit boolean not null default false;

-- When the merchant was told of the first such payment of a month.
alter table merchant_volumes add column told_held_at timestamptz;
