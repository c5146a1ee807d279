-- PostgreSQL wrote the text of this function into every expression of an index and of a search that calls it, and prepared it anew for
-- each row that a statement writes. Now it is called, with the same answers; what has no value is not asked about.
create or replace function search_key(value text) returns text language plpgsql immutable strict parallel safe cost 10 as $$
begin
  if octet_length(value) = length(value) then
    return lower(value collate "C");
  end if;
  if value !~ '[\u0610-\u061a\u064b-\u065f\u0670\u0640٠-٩۰-۹]' then
    return replace(replace(replace(replace(replace(replace(lower(value), 'أ', 'ا'), 'إ', 'ا'), 'آ', 'ا'), 'ٱ', 'ا'), 'ى', 'ي'), 'ة', 'ه');
  end if;
  return translate(lower(regexp_replace(value, '[\u0610-\u061a\u064b-\u065f\u0670\u0640]', '', 'g')), 'أإآٱىة٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', 'اااايه01234567890123456789');
end $$;
