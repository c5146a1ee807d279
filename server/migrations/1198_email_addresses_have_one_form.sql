-- Addresses are stored with letters composed (NFC) and the domain in its letters, not in Punycode. Stored ones follow, because people
-- sign in and customers are found by the stored form. Where two rows would get the same address, both stay as they are.

-- RFC 3492, section 6.2; null for what is no Punycode.
create function pg_temp.decode_label(encoded text) returns text language plpgsql immutable as $$
declare
  cut int := length(encoded) - length(substring(encoded from '[^-]*$'));
  letters int[] := '{}';
  code int := 128;
  bias int := 72;
  spot bigint := 0;
  before bigint;
  weight bigint;
  step int;
  digit int;
  threshold int;
  delta bigint;
  total int;
  next int := cut + 1;
  result text := '';
  letter int;
begin
  for i in 1 .. cut - 1 loop
    letters := letters || ascii(substr(encoded, i, 1));
  end loop;
  while next <= length(encoded) loop
    before := spot;
    weight := 1;
    step := 36;
    loop
      digit := strpos('abcdefghijklmnopqrstuvwxyz0123456789', substr(encoded, next, 1)) - 1;
      if digit < 0 or next > length(encoded) or spot > 2147483647 then return null; end if;
      next := next + 1;
      spot := spot + digit * weight;
      threshold := least(greatest(step - bias, 1), 26);
      exit when digit < threshold;
      weight := weight * (36 - threshold);
      step := step + 36;
    end loop;
    total := cardinality(letters) + 1;
    delta := (spot - before) / case when before = 0 then 700 else 2 end;
    delta := delta + delta / total;
    bias := 0;
    while delta > 455 loop
      delta := delta / 35;
      bias := bias + 36;
    end loop;
    bias := bias + 36 * delta / (delta + 38);
    if code + spot / total > 1114111 then return null; end if;
    code := code + spot / total;
    spot := spot % total;
    letters := letters[:spot] || code || letters[spot + 1:];
    spot := spot + 1;
  end loop;
  foreach letter in array letters loop
    result := result || chr(letter);
  end loop;
  return result;
exception when others then
  return null;
end $$;

create function pg_temp.one_form(email text) returns text language sql immutable as $$
  select lower(normalize(split_part(email, '@', 1), nfc)) || '@' || string_agg(
           case when label like 'xn--%' then coalesce(pg_temp.decode_label(substr(label, 5)), label) else label end, '.' order by at)
    from regexp_split_to_table(lower(normalize(split_part(email, '@', 2), nfkc)), '[.。]') with ordinality as labels (label, at)
$$;

-- Customers merged into another have no address. Only addresses that are not plain ASCII can have another form.
create function pg_temp.may_differ(email text) returns boolean language sql immutable as $$
  select email ~ '^[^@]+@[^@]+$' and (email ~ '[^ -~]' or email ~* '[@.]xn--')
$$;

create temp table other_people on commit drop as
select id, email as former, pg_temp.one_form(email) as email from public.people where pg_temp.may_differ(email);
delete from other_people o
 where former = email
    or exists (select from other_people x where x.email = o.email and x.id <> o.id)
    or exists (select from public.people p where p.email = o.email and p.id <> o.id);
update public.people p set email = o.email from other_people o where p.id = o.id;
update public.users u set email = o.email from other_people o where u.person_id = o.id and u.email = o.former;

create temp table other_operators on commit drop as
select id, email as former, pg_temp.one_form(email) as email from public.operators where pg_temp.may_differ(email);
delete from other_operators o
 where former = email
    or exists (select from other_operators x where x.email = o.email and x.id <> o.id)
    or exists (select from public.operators p where p.email = o.email and p.id <> o.id);
update public.operators p set email = o.email from other_operators o where p.id = o.id;

create temp table other_customers on commit drop as
select merchant_id, mode, id, email as former, pg_temp.one_form(email) as email from public.customers where pg_temp.may_differ(email);
delete from other_customers o
 where former = email
    or exists (select from other_customers x
                where (x.merchant_id, x.mode, x.email) = (o.merchant_id, o.mode, o.email) and x.id <> o.id)
    or exists (select from public.customers c
                where (c.merchant_id, c.mode, c.email) = (o.merchant_id, o.mode, o.email) and c.id <> o.id);
update public.customers c set email = o.email from other_customers o
 where c.merchant_id = o.merchant_id and c.id = o.id;

update public.customer_merges set former_email = pg_temp.one_form(former_email) where pg_temp.may_differ(former_email);
update public.email_changes set email = pg_temp.one_form(email) where pg_temp.may_differ(email);
update public.merchants set email = pg_temp.one_form(email) where pg_temp.may_differ(email);

create temp table other_shoppers on commit drop as
select merchant_id, mode, email as former, pg_temp.one_form(email) as email from public.store_customers where pg_temp.may_differ(email);
delete from other_shoppers o
 where exists (select from other_shoppers x
                where (x.merchant_id, x.mode, x.email) = (o.merchant_id, o.mode, o.email) and x.former <> o.former)
    or exists (select from public.store_customers c where (c.merchant_id, c.mode, c.email) = (o.merchant_id, o.mode, o.email));
update public.store_customers c set email = o.email from other_shoppers o
 where (c.merchant_id, c.mode, c.email) = (o.merchant_id, o.mode, o.former);

create temp table other_recipients on commit drop as
select merchant_id, report_id, id, pg_temp.one_form(email) as email from public.report_recipients where pg_temp.may_differ(email);
delete from other_recipients o
 where exists (select from public.report_recipients r
                where (r.merchant_id, r.report_id, r.email) = (o.merchant_id, o.report_id, o.email))
    or exists (select from other_recipients x
                where (x.merchant_id, x.report_id, x.email) = (o.merchant_id, o.report_id, o.email) and x.id <> o.id);
update public.report_recipients r set email = o.email from other_recipients o
 where r.merchant_id = o.merchant_id and r.id = o.id;
