-- Operators who sign in with the provider's own company account, in the place of the password.
create table operator_company_accounts (
  operator_id bigint primary key references operators,
  issuer text not null,
  subject text not null check (length(subject) between 1 and 255),
  linked_at timestamptz not null,
  unique (issuer, subject)
);

-- A sign-in that waits for the provider's answer: it counts once, in the browser that began.
create table operator_company_attempts (
  state_hash bytea primary key,
  operator_id bigint not null references operators,
  browser_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

alter table operator_sessions add by_company boolean not null default false;
