create table limit_uses (
  -- 0: counted over all merchants
  merchant_id bigint not null,
  -- keyed hash of what is limited and whom it is of: numbers, addresses and cards are not to be read here
  subject text collate "C" not null,
  -- oldest first; never more than the limit
  uses timestamptz[] not null,
  expires_at timestamptz not null,
  primary key (merchant_id, subject),
  -- Half of a subject's hash is enough to tell subjects apart (132 bits), in a row and an index entry that each use of
  -- a limit has. The release before counts by whole hashes, from nought, until its servers have ended.
  constraint limit_uses_subject_check check (length(subject) in (22, 43))
) with (fillfactor = 90);

create index limit_uses_expires_at on limit_uses (expires_at);
