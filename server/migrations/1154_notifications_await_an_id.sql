-- A notification about an id that no payment has so far is processed when the id becomes known: kind and value of that id.
alter table processor_notifications add column awaits text collate "C";
