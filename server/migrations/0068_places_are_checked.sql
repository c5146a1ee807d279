-- Reads the table once while payments go on.
alter table payment_links validate constraint payment_links_places;
