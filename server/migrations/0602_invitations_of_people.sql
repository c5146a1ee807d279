-- Somebody who has a password joins a further merchant by a link, with that password.
alter table email_tokens drop constraint email_tokens_purpose_check,
  add constraint email_tokens_purpose_check
    check (purpose in ('create-password', 'reset-password', 'join', 'address-old', 'address-new'));
