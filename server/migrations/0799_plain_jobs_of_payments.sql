-- As before, but without NOTIFY in a payment's transaction (ADR 125).
create or replace function queue_job(p_merchant_id bigint, p_name text, p_payload json) returns void
language plpgsql as $$
declare
  v_count int := coalesce(nullif(current_setting('daftar.queued', true), ''), '0')::int + 1;
begin
  perform set_config('daftar.queued', v_count::text, true);
  perform add_plain_job(p_merchant_id, p_name, p_payload,
    case when v_count <= 100 then 0 else least(15, 1 + floor(log(2, v_count / 100.0))::int) end);
end $$;
