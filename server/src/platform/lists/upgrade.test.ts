/** Rows of an earlier release must still be found after this one is installed. */
import { searchKey } from '@daftar/contract/search-key';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEarlierDatabase, type EarlierDatabase } from '../../../tests/kit/platform/earlier.ts';

let database: EarlierDatabase;
beforeAll(async () => {
  database = await createEarlierDatabase('1110');
});
afterAll(() => database.drop());

test('rows of an earlier release get the new search keys, and what became alike stays apart or becomes one', async () => {
  const { sql } = database;
  const [merchant] = await sql<{ id: number }[]>`
    insert into merchants (business_name, email, mobile, status) values ('Café علی', 'nour@example.com', '01000000000', 3)
    returning id`;
  const { id } = merchant!;
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
      insert into customers (merchant_id, mode, name, email, mobile, tags, created_by, created_at, updated_at)
      values (${id}, 'live', 'لؤي علاء', 'l@example.com', '01000000001', '{cafe,café,vip}', 1, now(), now()),
             (${id}, 'live', 'Omar Ali', 'o@example.com', '01000000002', '{}', 1, now(), now())`;
    await tx`insert into customer_tags (merchant_id, mode, tag) select ${id}, 'live', unnest('{cafe,café,vip}'::text[])`;
    await tx`
      insert into users (merchant_id, id, role_id, first_name, last_name, email, mobile, person_id) overriding system value
      values (${id}, 1, 1, 'Mona', 'Adel', 'm@example.com', '01000000003', 1)`;
    await tx`insert into categories (merchant_id, id, mode, name, created_by, created_at, updated_at) overriding system value
      values (${id}, 1, 'live', 'Drinks', 1, now(), now())`;
    await tx`insert into sub_categories (merchant_id, id, category_id, name, position) overriding system value
      values (${id}, 1, 1, 'Thé', 0), (${id}, 2, 1, 'the', 1)`;
    await tx`
      insert into products (merchant_id, mode, name, code, description, price_piastres, in_stock, category_id,
                            sub_category_id, created_by, created_at, updated_at)
      select ${id}, 'live', 'Thé', code, 'x', 100, 1, 1, 1, 1, now(), now() from unnest('{CAFE,CAFÉ}'::text[]) code`;
    await tx`
      insert into saved_views (merchant_id, user_id, list, name, query, is_shared, created_at)
      select ${id}, 1, 'transactions', name, '{}', false, now() from unnest('{Fevrier,Février}'::text[]) name`;
  });
  await database.upgrade();

  const customers = await sql<{ name: string; name_key: string; search_text: string; tags: string[] }[]>`
    select name, name_key, search_text, tags from customers order by id`;
  expect(customers.map(({ name_key }) => name_key)).toEqual(customers.map(({ name }) => searchKey(name)));
  expect(customers[0]).toMatchObject({
    search_text: 'لوي علا l@example.com 01000000001',
    tags: ['cafe', 'vip'],
  });
  expect(await sql`select tag, tag_key from customer_tags order by tag`).toEqual([
    { tag: 'cafe', tag_key: 'cafe' },
    { tag: 'vip', tag_key: 'vip' },
  ]);
  const [first, second] = await sql<{ id: number; code: string; code_key: string; name_key: string }[]>`
    select id, code, code_key, name_key from products order by id`;
  expect(first).toMatchObject({ code: 'CAFE', name_key: 'the' });
  expect(second).toMatchObject({ code: `CAFÉ-${second!.id}`, code_key: `cafe-${second!.id}` });
  expect(await sql`select name from sub_categories order by id`).toEqual([
    { name: 'Thé' },
    { name: 'the (2)' },
  ]);
  const views = await sql<{ id: number; name: string }[]>`select id, name from saved_views order by id`;
  expect(views.map(({ name }) => name)).toEqual(['Fevrier', `Février (${views[1]!.id})`]);
  expect(await sql`select search from merchants where id = ${id}`).toEqual([
    { search: 'cafe علي nour@example.com 01000000000' },
  ]);
});
