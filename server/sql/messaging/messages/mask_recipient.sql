-- mona@example.com → m•••@example.com, 01012345678 → 010••••5678
create or replace function mask_recipient(recipient text) returns text language sql immutable parallel safe
  return case
    when position('@' in recipient) > 1 then regexp_replace(recipient, '^(.).*@', '\1•••@')
    when length(recipient) < 8 then recipient
    else left(recipient, 3) || '••••' || right(recipient, 4) end;
