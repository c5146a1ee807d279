-- What a message says is sealed until it is sent and erased afterwards: a dump of the database opens nobody's account. body_text,
-- body_html and links hold only what a version before wrote; the hourly job empties them.
alter table messages add column sealed bytea;
alter table messages add column erase_at timestamptz;
alter table messages alter column body_text set default '';
