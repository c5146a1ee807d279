-- Support answers tickets; a viewer changes nothing.
alter table operators drop constraint operators_role_check;
alter table operators add constraint operators_role_check
  check (role in ('reviewer', 'support', 'finance', 'viewer', 'admin'));
