-- Who somebody is can be asked again by a passkey too, before what a stolen session must not do.

alter table proofs_awaited
  drop constraint proofs_awaited_purpose_check,
  add constraint proofs_awaited_purpose_check
    check (purpose in ('second-step', 'second-step-new', 'passkey-sign-in', 'passkey-new', 'passkey-step-up', 'step-up'));

-- A key whose maker left is ended, unless somebody decides that it stays.
alter table api_keys
  add column kept_by bigint,
  add column kept_at timestamptz,
  add constraint api_keys_merchant_id_kept_by_fkey foreign key (merchant_id, kept_by) references users (merchant_id, id);
