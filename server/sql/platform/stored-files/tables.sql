-- Files sent by merchants: their type and owner. The bytes are in the storage, under merchant_id/path.
create table files (
  merchant_id bigint not null,
  -- random, with the extension of its content; forms and URLs refer to it by this
  path text collate "C" not null,
  -- purpose of the upload: document, avatar, ticket …
  purpose text not null,
  -- by its content, never by the sender's claim
  type text not null,
  size_bytes int not null check (size_bytes between 1 and 5242880),
  -- as the sender's machine called it; shown and offered for saving, never a path of ours
  name text not null,
  sha256 bytea not null check (octet_length(sha256) = 32),
  -- of the resized pictures; null if the file is no picture
  rendition_type text check (rendition_type in ('image/png', 'image/jpeg')),
  -- users.id
  uploaded_by bigint not null,
  created_at timestamptz not null,
  -- something refers to it; without, it is swept after a day
  attached_at timestamptz,
  -- Documents by which a merchant was approved are kept as long as the merchant, whatever else stops using them.
  pinned_at timestamptz,
  -- A file that its owner removed before the sweep deletes it: no form can refer to it any more.
  removed_at timestamptz,
  primary key (merchant_id, path),
  constraint files_pinned_are_attached check (pinned_at is null or attached_at is not null),
  constraint files_removed_is_unused check (removed_at is null or attached_at is null)
);

create index files_unattached on files (created_at) where attached_at is null;
create index files_unattached_of on files (merchant_id, created_at) where attached_at is null;

create trigger files_have_owners before insert or update of merchant_id on files
  for each row when (new.merchant_id <> 0) execute function files_have_owners();

-- Pictures that everybody may see (a logo, products), each under an unguessable address. Across merchants, as the
-- address alone must lead there.
create table public_files (
  token text collate "C" not null,
  merchant_id bigint not null,
  path text collate "C" not null,
  created_at timestamptz not null,
  primary key (token),
  constraint public_files_merchant_id_path_key unique (merchant_id, path)
);

alter table public_files add constraint public_files_merchant_id_path_fkey foreign key (merchant_id, path)
  references files (merchant_id, path) on delete cascade;
