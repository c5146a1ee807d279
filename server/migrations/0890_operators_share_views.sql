-- An operator can share a view of a list of the console with all operators who may see the list.
alter table operator_views add column is_shared boolean not null default false;
drop index operator_views_own;
create unique index operator_views_own on operator_views (operator_id, list, name_key) where not is_shared;
create unique index operator_views_shared on operator_views (list, name_key) where is_shared;
