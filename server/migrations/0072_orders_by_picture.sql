-- Which orders show a product's pictures: asked when a picture is taken off, or its product deleted.
create index concurrently order_items_pictures on order_items (merchant_id, product_id)
  where image_address is not null;
