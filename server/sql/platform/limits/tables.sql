create table limit_uses (
  -- 0: counted over all merchants
  merchant_id bigint not null,
  -- keyed hash of the limit and its subject, so that numbers, addresses and cards cannot be read here
  subject text collate "C" not null,
  -- oldest first; never more than the limit
  uses timestamptz[] not null,
  expires_at timestamptz not null,
  primary key (merchant_id, subject),
  -- Half of a subject's hash suffices to distinguish subjects (132 bits), in the row and index entry of each use of a
  -- limit. The previous release counts by whole hashes, from zero, until its servers have ended.
  constraint limit_uses_subject_check check (length(subject) in (22, 43))
) with (fillfactor = 90);

create index limit_uses_expires_at on limit_uses (expires_at);
