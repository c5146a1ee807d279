/** What the pictures of an earlier release's products become when this one is installed over them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEarlierDatabase, type EarlierDatabase } from '../platform/testing/earlier.ts';

let database: EarlierDatabase;
beforeAll(async () => {
  database = await createEarlierDatabase('0072');
});
afterAll(() => database.drop());

test('pictures removed from a product are removed from orders and addresses, as are a deleted product’s that no order shows', async () => {
  const { sql } = database;
  const [merchant] = await sql<{ id: number }[]>`
    insert into merchants (business_name, email, mobile, status) values ('Nour', 'nour@example.com', '01000000000', 3)
    returning id`;
  const { id } = merchant!;
  const pictures = ['kept', 'taken-off', 'deleted-shown', 'deleted-unshown'];
  await sql`
    insert into files (merchant_id, path, purpose, type, size_bytes, name, sha256, uploaded_by, created_at, attached_at)
    select ${id}, path, 'product', 'image/png', 1, 'p.png', sha256('x'), 1, now(), now() from unnest(${pictures}::text[]) path`;
  await sql`
    insert into public_files (token, merchant_id, path, created_at)
    select path, ${id}, path, now() from unnest(${pictures}::text[]) path`;
  // What a product and an order need besides their pictures is not looked at here.
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    const product = async (code: string, removed: boolean): Promise<number> => {
      const [row] = await tx<{ id: number }[]>`
        insert into products (merchant_id, mode, name, code, description, price_piastres, in_stock, category_id,
                              sub_category_id, removed_at, created_by, created_at, updated_at)
        values (${id}, 'live', 'Pot', ${code}, 'A pot', 100, 1, ${removed ? null : 1}, ${removed ? null : 1},
                ${removed ? tx`now()` : null}, 1, now(), now()) returning id`;
      return row!.id;
    };
    const [sold, deleted] = [await product('A', false), await product('B', true)];
    const picture = (path: string, productId: number, isOff: boolean) => tx`
      insert into product_images (merchant_id, product_id, path, address, position, removed_at, created_at)
      values (${id}, ${productId}, ${path}, ${`/media/${path}`}, 0, ${isOff ? tx`now()` : null}, now())`;
    await picture('kept', sold, false);
    await picture('taken-off', sold, true);
    await picture('deleted-shown', deleted, false);
    await picture('deleted-unshown', deleted, false);
    const item = (orderId: number, productId: number, path: string) => tx`
      insert into order_items (merchant_id, order_id, product_id, product_name, product_code, image_address, quantity,
                               price_piastres)
      values (${id}, ${orderId}, ${productId}, 'Pot', 'A', ${`/media/${path}`}, 1, 100)`;
    await item(1, sold, 'taken-off');
    await item(2, sold, 'kept');
    await item(3, deleted, 'deleted-shown');
  });

  await database.upgrade();
  expect(await sql`select image_address as shown from order_items order by order_id`).toEqual([
    { shown: null },
    { shown: '/media/kept' },
    { shown: '/media/deleted-shown' },
  ]);
  const stays = [{ path: 'deleted-shown' }, { path: 'kept' }];
  expect(await sql`select path from product_images order by 1`).toEqual(stays);
  expect(await sql`select path from public_files order by 1`).toEqual(stays);
  expect(await sql`select path from files where attached_at is not null order by 1`).toEqual(stays);
});
