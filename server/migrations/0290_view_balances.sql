-- Balances have a permission of their own. Whoever saw them before keeps seeing them: every role did, and every secret key.
update roles set permissions = permissions || '{view-balances}'::text[]
 where not permissions @> '{view-balances}'::text[];
update api_keys set permissions = permissions || '{view-balances}'::text[]
 where kind = 'secret' and permissions is not null and not permissions @> '{view-balances}'::text[];
