-- Pictures that merchants took off a product before its orders forgot them too, and those of deleted products that no
-- order shows: nothing refers to them any more, and their files are swept.
-- The column stays for the release that may still run beside this one.
update order_items o set image_address = null
  from product_images i
 where i.removed_at is not null and o.merchant_id = i.merchant_id and o.product_id = i.product_id
   and o.image_address = i.address;

create temporary table pictures_nobody_shows on commit drop as
  select i.merchant_id, i.id, i.path from product_images i
    join products p on p.merchant_id = i.merchant_id and p.id = i.product_id
   where i.removed_at is not null
      or p.removed_at is not null and not exists (
           select from order_items o where o.merchant_id = i.merchant_id and o.product_id = i.product_id
              and o.image_address = i.address);

delete from product_images i using pictures_nobody_shows g where i.merchant_id = g.merchant_id and i.id = g.id;
delete from public_files f using pictures_nobody_shows g where f.merchant_id = g.merchant_id and f.path = g.path;
update files f set attached_at = null
  from pictures_nobody_shows g
 where f.merchant_id = g.merchant_id and f.path = g.path and f.pinned_at is null;
