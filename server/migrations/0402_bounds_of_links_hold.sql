-- Every link made before keeps the rules of 0400: looked at here, while links are made and paid.
alter table payment_links validate constraint payment_links_max_payment_count_check;
alter table payment_links validate constraint payment_links_amount_within_bounds;
alter table payment_links validate constraint payment_links_suggestions_within_bounds;
alter table payment_links validate constraint payment_links_quantities;
