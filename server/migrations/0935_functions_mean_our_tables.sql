-- A temporary table of the same name comes before ours: whoever may make one could hide rows from what asks for them. Every
-- function says whose tables it means; those of the ledger do already. What it does is what it did, so it is written anew from what
-- the database has.
do $$
declare
  v_tables text := (select string_agg(relname, '|' order by length(relname) desc) from pg_class
                     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p'));
  f record;
  v_text text;
begin
  for f in
    select p.oid, pg_get_functiondef(p.oid) as text
      from pg_proc p join pg_language l on l.oid = p.prolang
     where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and l.lanname in ('plpgsql', 'sql') and p.prosqlbody is null
       and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
  loop
    v_text := regexp_replace(f.text, '\m(from|join|into|update)(\s+)(' || v_tables || ')\M', '\1\2public.\3', 'gi');
    v_text := regexp_replace(v_text, '(\mfrom\s+[\w.]+(?:\s+\w+)?\s*,\s*)(' || v_tables || ')\M', '\1public.\2', 'gi');
    -- Variables that are rows.
    v_text := regexp_replace(v_text, '(^\s+\w+ )(' || v_tables || ')(%rowtype)?;', '\1public.\2\3;', 'gin');
    if v_text <> f.text then
      execute v_text;
    end if;
  end loop;
end $$;
