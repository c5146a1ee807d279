-- Roles of the provider's own making, beside the built-in ones: what their operators may do, and see.
create table operator_roles (
  id bigint primary key generated always as identity,
  name_en text not null check (name_en <> ''),
  name_ar text not null check (name_ar <> ''),
  permissions text[] not null,
  reads text[] not null,
  created_at timestamptz not null,
  constraint operator_roles_see_what_they_change check (permissions <@ reads)
);
create unique index operator_roles_name_en on operator_roles (search_key(name_en));
create unique index operator_roles_name_ar on operator_roles (search_key(name_ar));

alter table operators
  add column role_id bigint references operator_roles,
  -- whose hands an account went through: who invited it, who reset its way in last, who gave it its role last
  add column invited_by bigint references operators,
  add column invited_at timestamptz,
  add column reset_by bigint references operators,
  add column reset_at timestamptz,
  add column role_by bigint references operators,
  add column role_at timestamptz,
  drop constraint operators_role_check,
  add constraint operators_role_check check (role in ('reviewer', 'support', 'finance', 'viewer', 'admin', 'custom')),
  add constraint operators_custom_role check ((role = 'custom') = (role_id is not null)),
  add constraint operators_invited check ((invited_by is null) = (invited_at is null)),
  add constraint operators_reset check ((reset_by is null) = (reset_at is null)),
  add constraint operators_role_given check ((role_by is null) = (role_at is null));
create index operators_of_role on operators (role_id) where role_id is not null;

-- What the audit log says of it until now.
update operators o set invited_by = hand.by, invited_at = hand.at
  from (select distinct on (l.subject) l.subject, b.id as by, l.at
          from audit_log l join operators b on b.email = l.actor
         where l.merchant_id = 0 and l.action = 'operator.invite' order by l.subject, l.at desc) hand
 where hand.subject = 'operator:' || o.id;
update operators o set reset_by = hand.by, reset_at = hand.at
  from (select distinct on (l.subject) l.subject, b.id as by, l.at
          from audit_log l join operators b on b.email = l.actor
         where l.merchant_id = 0 and l.action = 'operator.reset' order by l.subject, l.at desc) hand
 where hand.subject = 'operator:' || o.id;
