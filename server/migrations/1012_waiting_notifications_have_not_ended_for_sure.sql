-- The rows that were there keep to it since the migration before; this says so, and locks nobody out.
alter table processor_notifications validate constraint processor_notifications_ended;
