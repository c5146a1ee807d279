-- Apart from the change itself, so that payments go on while every link is looked at.
alter table payment_links validate constraint payment_links_success_url,
  validate constraint payment_links_cancel_url;
