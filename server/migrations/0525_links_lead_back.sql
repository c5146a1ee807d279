-- Where whoever paid by a link, or did not, is led afterwards; null for the addresses of the settings.
alter table payment_links add column success_url text, add column cancel_url text,
  add constraint payment_links_success_url check (
    length(success_url) <= 2000 and (success_url ~ '^https://[^\s@/?#]+([/?#]|$)'
      or mode = 'test' and success_url ~ '^http://(localhost|127\.0\.0\.1)(:[0-9]{1,5})?([/?#]|$)')) not valid,
  add constraint payment_links_cancel_url check (
    length(cancel_url) <= 2000 and (cancel_url ~ '^https://[^\s@/?#]+([/?#]|$)'
      or mode = 'test' and cancel_url ~ '^http://(localhost|127\.0\.0\.1)(:[0-9]{1,5})?([/?#]|$)')) not valid;
