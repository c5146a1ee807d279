-- Merchants close tickets themselves, which is no notification: what colleagues have open follows by the stream of news.
create trigger announce_change after update of status on tickets
  for each row when (old.status <> new.status) execute function announce_change('tickets');
