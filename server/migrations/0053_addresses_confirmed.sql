-- The address that a colleague signs in with changes once both addresses have said yes: the one that it was, and the one
-- that it is to be. Somebody who can change it and read the new one would otherwise be that colleague.

create table email_changes (
  merchant_id bigint not null,
  user_id bigint not null,
  email text not null,
  asked_by bigint not null,
  -- an owner asked: where the old address is silent, the new one alone will do after some days
  by_owner boolean not null,
  asked_at timestamptz not null,
  old_said_at timestamptz,
  new_said_at timestamptz,
  primary key (merchant_id, user_id),
  foreign key (merchant_id, user_id) references users (merchant_id, id),
  foreign key (merchant_id, asked_by) references users (merchant_id, id)
);
create index email_changes_by_time on email_changes (asked_at);

alter table email_tokens
  drop constraint email_tokens_purpose_check,
  add constraint email_tokens_purpose_check
    check (purpose in ('create-password', 'reset-password', 'address-old', 'address-new'));
