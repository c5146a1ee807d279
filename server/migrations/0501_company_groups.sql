-- What people of a group at the company's provider are here. The first that somebody is in decides.
create table company_groups (
  merchant_id bigint not null,
  position smallint not null check (position > 0),
  name text not null check (length(name) between 1 and 200),
  role_id bigint not null,
  primary key (merchant_id, position),
  unique (merchant_id, name),
  foreign key (merchant_id, role_id) references roles (merchant_id, id) on delete cascade,
  foreign key (merchant_id) references company_sign_ins on delete cascade
);
create index company_groups_by_role on company_groups (merchant_id, role_id);
