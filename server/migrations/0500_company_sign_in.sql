-- Signing in with the company's own account: an OpenID Connect provider that a merchant has entered, and which of its people are
-- known there by what name.
create table company_sign_ins (
  merchant_id bigint primary key references merchants,
  issuer text not null check (length(issuer) between 8 and 300),
  client_id text not null check (length(client_id) between 1 and 300),
  client_secret_sealed bytea not null,
  -- the domain of the people's e-mail addresses, in lower case, without a dot at the end, other letters as punycode
  domain text collate "C" not null check (domain ~ '^[a-z0-9.-]{4,240}$'),
  -- what the DNS record says
  domain_token text not null check (length(domain_token) = 27),
  -- null: nobody can sign in yet
  domain_verified_at timestamptz,
  -- the provider asks everybody for a second step, so we do not
  has_second_step boolean not null,
  -- grows with every change, so that a sign-in that began before it ends with it
  version integer not null check (version > 0),
  changed_by bigint not null,
  changed_at timestamptz not null,
  -- since when nobody else may use a password; these owners still may
  required_since timestamptz,
  break_glass bigint[] not null default '{}',
  foreign key (merchant_id, changed_by) references users (merchant_id, id),
  constraint company_sign_ins_required check (
    required_since is null or (domain_verified_at is not null and cardinality(break_glass) > 0)
  )
);
-- an e-mail address leads to one business
create unique index company_sign_ins_domain on company_sign_ins (domain) where domain_verified_at is not null;

-- A person's account at the provider. Issuer and subject identify it; the e-mail address only linked it.
create table company_accounts (
  merchant_id bigint not null,
  user_id bigint not null,
  issuer text not null,
  subject text not null check (length(subject) between 1 and 255),
  linked_at timestamptz not null,
  primary key (merchant_id, user_id),
  unique (merchant_id, issuer, subject),
  foreign key (merchant_id, user_id) references users (merchant_id, id)
);

alter table sessions add by_company boolean not null default false;

alter table proofs_awaited
  -- the first factor was the company's account
  add by_company boolean not null default false,
  drop constraint proofs_awaited_purpose_check,
  add constraint proofs_awaited_purpose_check check (purpose in (
    'second-step', 'second-step-new', 'passkey-sign-in', 'passkey-new', 'passkey-step-up', 'step-up',
    'company-sign-in', 'company-step-up'
  )),
  drop constraint proofs_awaited_check,
  add constraint proofs_awaited_check
    check ((purpose in ('passkey-sign-in', 'company-sign-in')) = (user_id is null));

alter table account_touches
  drop constraint account_touches_what_check,
  add constraint account_touches_what_check check (what in (
    'made', 'invited', 'email', 'role', 'given', 'powers', 'let-in', 'gone', 'company'
  ));
