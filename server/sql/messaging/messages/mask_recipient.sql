-- Returns an e-mail address or mobile number with its middle hidden: `m•••@example.com`, `010••••5678`. Shorter values
-- stay. `keep_invoice_message` calls it.
create or replace function mask_recipient(recipient text) returns text language sql immutable parallel safe
  return case
    when position('@' in recipient) > 1 then regexp_replace(recipient, '^(.).*@', '\1•••@')
    when length(recipient) < 8 then recipient
    else left(recipient, 3) || '••••' || right(recipient, 4) end;
