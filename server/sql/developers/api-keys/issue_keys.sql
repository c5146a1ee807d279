-- Creates the secret and the public API key of a merchant and mode if they are missing, and stores the hashes. Nobody
-- sees this secret; rolling the key shows a new one. server/src/api-keys/store.ts and server/src/merchants/writes.ts
-- call it.
create or replace function issue_keys(p_merchant_id bigint, p_mode mode, p_now timestamptz)
  returns void
  language plpgsql
as $$
declare
  v_kind text;
  v_key text;
  v_shown text;
  v_id bigint;
begin
  foreach v_kind in array array['secret', 'public'] loop
    v_key := left(v_kind, 1) || 'k_' || p_mode || '_' || replace(gen_random_uuid()::text, '-', '');
    v_shown := v_key;
    if v_kind = 'secret' then
      v_key := v_key || replace(gen_random_uuid()::text, '-', '');
      v_shown := left(v_key, 10);
    end if;
    insert into public.api_keys (merchant_id, mode, kind, shown, created_at)
      values (p_merchant_id, p_mode, v_kind, v_shown, p_now)
      on conflict (merchant_id, mode, kind) where name = '' and expires_at is null do nothing
      returning id into v_id;
    if found then
      insert into public.api_key_hashes (key_hash, merchant_id, key_id)
        values (sha256(convert_to(v_key, 'UTF8')), p_merchant_id, v_id);
    end if;
  end loop;
end $$;
