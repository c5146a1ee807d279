-- Operators come in by a link that is sent to them, and come back by another when they lost a way in.
alter table operators
  alter column password_hash drop not null,
  alter column totp_sealed drop not null,
  -- both from the day that the link was followed, neither before
  add constraint operators_credentials check ((password_hash is null) = (totp_sealed is null));

-- Of the link's token only a hash; the newest link of an operator is the only one.
create table operator_invitations (
  operator_id bigint primary key references operators,
  token_hash bytea not null unique,
  -- drawn when the link is first followed, the same until it is used
  totp_sealed bytea,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

-- Papers by which a merchant was let in stay as long as the merchant, whatever else gives them up.
alter table files
  add column pinned_at timestamptz,
  add constraint files_pinned_are_attached check (pinned_at is null or attached_at is not null);
