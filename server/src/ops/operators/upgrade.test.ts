/** What is known of operators, tickets and people of an earlier release once this one is installed over it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEarlierDatabase, type EarlierDatabase } from '../../platform/testing/earlier.ts';

let database: EarlierDatabase;
beforeAll(async () => {
  database = await createEarlierDatabase('0160');
});
afterAll(() => database.drop());

test('who invited an operator and who reset them last is known, a waiting ticket is due in a day, a closed one knows by whom, and users are people', async () => {
  const { sql } = database;
  const operator = async (email: string): Promise<number> => {
    const [row] = await sql<{ id: number }[]>`
      insert into operators (email, role, created_at) values (${email}, 'admin', now()) returning id`;
    return row!.id;
  };
  const [first, second, invited] = [
    await operator('first@x.example'),
    await operator('second@x.example'),
    await operator('invited@x.example'),
  ];
  const log = (action: string, actor: string, at: string) => sql`
    insert into audit_log (merchant_id, at, actor, action, subject)
    values (0, ${at}, ${actor}, ${action}, ${`operator:${invited}`})`;
  await log('operator.invite', 'first@x.example', '2026-06-01T00:00:00Z');
  await log('operator.reset', 'second@x.example', '2026-06-02T00:00:00Z');
  await log('operator.reset', 'first@x.example', '2026-06-03T00:00:00Z');
  // From the command line: no operator's hand.
  await log('operator.reset', 'root', '2026-06-04T00:00:00Z');
  const [merchant] = await sql<{ id: number }[]>`
    insert into merchants (business_name, email, mobile, status)
    values ('Nour', 'nour@example.com', '01000000000', 3) returning id`;
  const [role] = await sql<{ id: number }[]>`
    insert into roles (merchant_id, name_en, name_ar, permissions)
    values (${merchant!.id}, 'Some', 'بعض', '{}') returning id`;
  const [user] = await sql<{ id: number }[]>`
    insert into users (merchant_id, role_id, first_name, last_name, email, mobile, password_hash, two_step_at)
    values (${merchant!.id}, ${role!.id}, 'Mona', 'Adel', 'm@example.com', '01000000001', 'hash', now()) returning id`;
  await sql`
    insert into logins (email, mobile, merchant_id, user_id)
    values ('m@example.com', '01000000001', ${merchant!.id}, ${user!.id})`;
  await sql`
    insert into authenticators (merchant_id, user_id, sealed_secret, created_at)
    values (${merchant!.id}, ${user!.id}, 'sealed', now())`;
  for (const waiting of ['2026-06-01T00:00:00Z', null]) {
    await sql`
      insert into tickets (merchant_id, mode, reference, type, excerpt, created_by, created_at, last_message_at, waiting_since)
      values (${merchant!.id}, 'live', ${`TKT-${waiting}`}, 4, 'x', ${user!.id}, now(), now(), ${waiting})`;
  }
  const [closed] = await sql<{ id: number }[]>`
    insert into tickets (merchant_id, mode, reference, type, status, excerpt, created_by, created_at, last_message_at, closed_at)
    values (${merchant!.id}, 'live', 'TKT-closed', 4, 3, 'x', ${user!.id}, now(), now(), '2026-06-03T00:00:00Z') returning id`;
  for (const [actor, day] of [
    ['first@x.example', '2026-06-02'],
    ['second@x.example', '2026-06-03'],
  ] as const) {
    await sql`
      insert into audit_log (merchant_id, mode, at, actor, action, subject)
      values (${merchant!.id}, 'live', ${day}, ${actor}, 'ticket.close', ${`ticket:${closed!.id}`})`;
  }

  await database.upgrade();
  const [row] = await sql`select * from operators where id = ${invited}`;
  expect(row).toMatchObject({
    invited_by: first,
    invited_at: new Date('2026-06-01T00:00:00Z'),
    reset_by: first,
    reset_at: new Date('2026-06-03T00:00:00Z'),
    role_by: null,
  });
  const [untouched] = await sql`select * from operators where id = ${second}`;
  expect(untouched).toMatchObject({ invited_by: null, reset_by: null });
  const tickets = await sql`select answer_due_at, priority, closed_by from tickets order by id`;
  expect([...tickets]).toEqual([
    { answer_due_at: new Date('2026-06-02T00:00:00Z'), priority: 'normal', closed_by: null },
    { answer_due_at: null, priority: 'normal', closed_by: null },
    { answer_due_at: null, priority: 'normal', closed_by: 'second@x.example' },
  ]);

  const person = async () =>
    (
      await sql`
        select p.email, p.mobile, p.password_hash, p.two_step_at is not null as two_step,
               u.joined_at is not null as joined, (select count(*)::int from authenticators a where a.person_id = p.id) as secrets
          from people p join users u on u.person_id = p.id`
    ).at(-1);
  const moved = { email: 'm@example.com', mobile: '01000000001', password_hash: 'hash', joined: true };
  expect(await person()).toEqual({ ...moved, two_step: true, secrets: 1 });
  // A process of the release before, that is still running.
  await sql`update users set password_hash = 'new', two_step_at = null where id = ${user!.id}`;
  expect(await person()).toMatchObject({ ...moved, password_hash: 'new', two_step: false });
  await sql`
    insert into users (merchant_id, role_id, first_name, last_name, email, mobile)
    values (${merchant!.id}, ${role!.id}, 'Aya', 'Adel', 'aya@example.com', '01000000002')`;
  expect(await person()).toMatchObject({ email: 'aya@example.com', password_hash: null, joined: false });
  await sql`update users set is_active = false, deleted_at = now() where id = ${user!.id}`;
  expect([...(await sql`select email from people`)]).toEqual([{ email: 'aya@example.com' }]);
});
