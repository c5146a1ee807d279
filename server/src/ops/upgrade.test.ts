/** What suspended merchants of an earlier release become when this one is installed over them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEarlierDatabase, type EarlierDatabase } from '../platform/testing/earlier.ts';

let database: EarlierDatabase;
beforeAll(async () => {
  database = await createEarlierDatabase('0085');
});
afterAll(() => database.drop());

test('a suspended merchant keeps its former status, whichever release suspended it', async () => {
  const { sql } = database;
  const merchant = async (status: number): Promise<number> => {
    const [row] = await sql<{ id: number }[]>`
      insert into merchants (business_name, email, mobile, status)
      values ('Nour', 'nour@example.com', '01000000000', ${status}) returning id`;
    return row!.id;
  };
  const suspended = await merchant(4);
  const unexplained = await merchant(4);
  const live = await merchant(3);
  for (const status of [1, 3]) {
    await sql`
      insert into audit_log (merchant_id, at, actor, address, action, subject, before, after)
      values (${suspended}, now(), 'Operator', '', 'merchant.suspend', ${`merchant:${suspended}`},
              ${sql.json({ status })}, ${sql.json({ status: 4 })})`;
  }
  await database.upgrade();
  const statuses = async () =>
    (await sql`select id, status, status_before_suspension as was from merchants order by id`).map(
      ({ id, status, was }) => [id, status, was],
    );
  expect(await statuses()).toEqual([
    [suspended, 4, 3],
    [unexplained, 4, null],
    [live, 3, null],
  ]);
  // The release that is still running beside this one suspends and resumes as it did.
  await sql`update merchants set status = 4 where id = ${live}`;
  await sql`update merchants set status = 3 where id = ${suspended}`;
  expect(await statuses()).toEqual([
    [suspended, 3, null],
    [unexplained, 4, null],
    [live, 4, 3],
  ]);
});
