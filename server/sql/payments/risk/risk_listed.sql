-- Returns the id of an entry of the list `p_list` (`trusted`, `blocked`) that matches a fact of the given kinds and was
-- valid when the attempt started, or null. `risk_rule_matches`, `risk_judge`, `risk_card_known` and `risk_met` call it.
create or replace function risk_listed(f risk_facts, p_list text, p_kinds text[])
  returns bigint
  language sql
  stable
  set enable_seqscan = off
as $$
  select e.id
    from (values ('mobile', f.mobile_key), ('address', f.address_key), ('network', f.network_key), ('card', f.card_key),
                 ('bin', convert_to(f.bin, 'UTF8')), ('country', convert_to(f.country, 'UTF8'))) k (kind, key)
    join public.risk_entries e on e.list = p_list and e.kind = k.kind and e.key = k.key
   where k.kind = any (p_kinds) and k.key is not null and e.removed_at is null
     and (e.expires_at is null or e.expires_at > f.created_at)
   limit 1
$$;
