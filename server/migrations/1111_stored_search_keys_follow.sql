-- Keys that were written before 1110 are computed again, where they differ. Apart from 1110, so that rows which are written
-- meanwhile have the new key. Lines between the fields of a text become spaces with the next change of the row.

-- Names that had to differ and are alike now: all but the first get their number.
update products p set code = p.code || '-' || p.id::text
  from (select merchant_id, id, row_number() over (partition by merchant_id, mode, search_key(code) order by id) as place
          from products where removed_at is null) d
 where d.merchant_id = p.merchant_id and d.id = p.id and d.place > 1;
update saved_views v set name = v.name || ' (' || v.id::text || ')'
  from (select merchant_id, id, row_number() over (
          partition by merchant_id, list, is_shared, case when not is_shared then user_id end, search_key(name) order by id) as place
          from saved_views) d
 where d.merchant_id = v.merchant_id and d.id = v.id and d.place > 1;
update form_templates v set name = v.name || ' (' || v.id::text || ')'
  from (select merchant_id, id, row_number() over (
          partition by merchant_id, form, is_shared, case when not is_shared then user_id end, search_key(name) order by id) as place
          from form_templates) d
 where d.merchant_id = v.merchant_id and d.id = v.id and d.place > 1;
update operator_views v set name = v.name || ' (' || v.id::text || ')'
  from (select id, row_number() over (
          partition by list, is_shared, case when not is_shared then operator_id end, search_key(name) order by id) as place
          from operator_views) d
 where d.id = v.id and d.place > 1;
update canned_replies r set name = r.name || ' (' || r.id::text || ')'
  from (select id, row_number() over (partition by search_key(name) order by id) as place
          from canned_replies where archived_at is null) d
 where d.id = r.id and d.place > 1;
update operator_roles r set name_en = r.name_en || ' (' || r.id::text || ')'
  from (select id, row_number() over (partition by search_key(name_en) order by id) as place from operator_roles) d
 where d.id = r.id and d.place > 1;
update operator_roles r set name_ar = r.name_ar || ' (' || r.id::text || ')'
  from (select id, row_number() over (partition by search_key(name_ar) order by id) as place from operator_roles) d
 where d.id = r.id and d.place > 1;
update categories c set name = c.name || ' (' || c.id::text || ')'
  from (select merchant_id, id, row_number() over (partition by merchant_id, mode, search_key(name) order by id) as place
          from categories) d
 where d.merchant_id = c.merchant_id and d.id = c.id and d.place > 1;
update sub_categories c set name = c.name || ' (' || c.id::text || ')'
  from (select merchant_id, id, row_number() over (partition by merchant_id, category_id, search_key(name) order by id) as place
          from sub_categories) d
 where d.merchant_id = c.merchant_id and d.id = c.id and d.place > 1;
-- Tags that are alike now become one.
create temporary table merged_tags on commit drop as
  select merchant_id, mode, tag, keeps
    from (select merchant_id, mode, tag,
                 first_value(tag) over (partition by merchant_id, mode, search_key(tag) order by tag_key) as keeps
            from customer_tags) t
   where tag <> keeps;
update customers c
   set tags = array(select kept.tag from (select distinct coalesce(m.keeps, had.tag) as tag
                                            from unnest(c.tags) as had (tag)
                                            left join merged_tags m on m.merchant_id = c.merchant_id and m.mode = c.mode and m.tag = had.tag) kept
                     order by search_key(kept.tag))
 where c.tags <> '{}'
   and exists (select from merged_tags m where m.merchant_id = c.merchant_id and m.mode = c.mode and c.tags @> array[m.tag]);
delete from customer_tags t using merged_tags m
 where m.merchant_id = t.merchant_id and m.mode = t.mode and m.tag = t.tag;

update categories set name = name where name_key <> search_key(name);
update sub_categories set name = name where name_key <> search_key(name);
update saved_views set name = name where name_key <> search_key(name);
update form_templates set name = name where name_key <> search_key(name);
update operator_views set name = name where name_key <> search_key(name);
update customer_tags set tag = tag where tag_key <> search_key(tag);
update chargebacks set name = name where name_key <> search_key(name);
update invoices set invoice_name = invoice_name, customers_key = search_key(customers_key)
 where invoice_name_key <> search_key(invoice_name) or replace(customers_key, E'\n', ' ') <> search_key(customers_key);
update invoice_shares set customer_name = customer_name where customer_name_key <> search_key(customer_name);
update orders set customer_name = customer_name where customer_name_key <> search_key(customer_name);
update payment_links set invoice_name = invoice_name where invoice_name_key <> search_key(invoice_name);
update tickets set excerpt = excerpt where excerpt_key <> search_key(excerpt);
update customers set name = name, email = email
 where name_key <> search_key(name)
    or replace(search_text, E'\n', ' ') <> search_key(name || ' ' || email || ' ' || mobile) or strpos(name, E'\n') > 0;
update products set name = name, code = code
 where name_key <> search_key(name) or code_key <> search_key(code)
    or replace(search_text, E'\n', ' ') <> search_key(name || ' ' || code || ' ' || description);
update merchants set business_name = business_name
 where search <> search_key(business_name || ' ' || email || ' ' || mobile);
update users set first_name = first_name, email = email
 where name_key <> search_key(first_name || ' ' || last_name)
    or replace(search_text, E'\n', ' ') <> search_key(first_name || ' ' || last_name || ' ' || email || ' ' || mobile);
update refunds set payer_key = search_key(payer_key) where payer_key <> search_key(payer_key);
update risk_reviews set payer_key = search_key(payer_key) where payer_key <> search_key(payer_key);

-- Small tables, whose indexes hold the key as an expression.
drop index canned_replies_name, operator_roles_name_en, operator_roles_name_ar;
create unique index canned_replies_name on canned_replies (search_key(name)) where archived_at is null;
create unique index operator_roles_name_en on operator_roles (search_key(name_en));
create unique index operator_roles_name_ar on operator_roles (search_key(name_ar));
