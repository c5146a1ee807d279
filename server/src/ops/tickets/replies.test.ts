import { fillReply } from '@daftar/contract/ops-replies';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OperatorActor, startTestServer, type TestServer } from '../../../tests/kit/server.ts';

let daftar: TestServer;
let reviewer: OperatorActor;
let support: OperatorActor;
beforeAll(async () => {
  daftar = await startTestServer();
  reviewer = await daftar.operator('reviewer');
  support = await daftar.operator('support');
});
afterAll(() => daftar.close());

const PATH = '/api/ops/canned-replies';
const FORM = {
  name: 'Where is my money',
  text_en: 'Hello {merchant}: {ticket}',
  text_ar: 'مرحبًا {merchant}',
};
const save = (form: Partial<Record<keyof typeof FORM, unknown>> = {}, as = reviewer) =>
  daftar.call({ method: 'POST', path: PATH, as, body: { ...FORM, ...form } });
const act = (id: number, what: 'archive' | 'restore', as = reviewer) =>
  daftar.call({ method: 'POST', path: `${PATH}/${id}/${what}`, as });
const listed = async (as = support) => (await daftar.call({ path: PATH, as })).body.data;

test('the placeholders of a reply are filled, and other braces stay', () => {
  const values = { merchant: '$& Nile {ticket}', ticket: 'TKT-1' };
  expect(fillReply('{merchant}: {ticket}, {ticket}', values)).toBe('$& Nile {ticket}: TKT-1, TKT-1');
  expect(fillReply('{} {toString} { ticket }', values)).toBe('{} {toString} { ticket }');
});

describe('a canned reply', () => {
  test('is kept by whoever has the permission, and read by everybody who answers', async () => {
    const made = await save();
    expect(made.status, made.raw).toBe(200);
    const { id } = made.body.data;
    expect(await listed()).toEqual([
      { id, ...FORM, is_archived: false, changed_by: reviewer.email, changed_at: expect.any(String) },
    ]);
    expect((await save({ name: 'Another' }, support)).status).toBe(403);
    expect((await act(id, 'archive', support)).status).toBe(403);
    const update = { method: 'PUT', path: `${PATH}/${id}`, body: { ...FORM, text_en: 'Hi' } } as const;
    expect((await daftar.call({ ...update, as: support })).status).toBe(403);
    expect((await daftar.call({ ...update, as: reviewer })).status).toBe(200);
    expect((await listed())[0].text_en).toBe('Hi');
    const [entry] = await daftar.database.sql`
      select actor, before, after from audit_log where action = 'canned-reply.update'`;
    expect(entry).toMatchObject({
      actor: reviewer.email,
      before: { text_en: FORM.text_en },
      after: { text_en: 'Hi' },
    });
  });

  test('has a name of its own among those that are offered', async () => {
    const { id } = (await save({ name: 'الرد على الأسئلة' })).body.data;
    const again = await save({ name: 'الرد على الاسئله' });
    expect([again.status, again.body.errors]).toEqual([
      422,
      { name: ['Another canned reply already has this name'] },
    ]);
    await act(id, 'archive');
    const second = (await save({ name: 'الرد على الاسئله' })).body.data.id;
    expect((await act(id, 'restore')).status).toBe(422);
    await act(second, 'archive');
    expect((await act(id, 'restore')).status).toBe(200);
    expect((await listed()).map((row: { is_archived: boolean }) => row.is_archived)).toEqual([
      false,
      false,
      true,
    ]);
  });

  test.each([
    ['an unknown placeholder', { text_en: 'Hello {customer}' }, 'text_en'],
    ['an empty placeholder', { text_ar: 'مرحبًا {}' }, 'text_ar'],
    ['no Arabic text', { text_ar: ' ' }, 'text_ar'],
    ['no name', { name: '' }, 'name'],
    ['a name that is too long', { name: 'x'.repeat(81) }, 'name'],
    ['a text that is too long', { text_en: 'x'.repeat(3001) }, 'text_en'],
    ['a million braces', { text_en: '{'.repeat(1_000_000) }, 'text_en'],
    ['a NUL', { text_en: 'a\u0000b' }, 'text_en'],
    ['half a character', { name: '\ud800' }, 'name'],
  ])('with %s is refused', async (_, form, field) => {
    const refused = await save({ name: 'Fresh', ...form });
    expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, [field]]);
  });

  test('is one of five hundred at most', async () => {
    await daftar.database.sql`
      insert into canned_replies (name, text_en, text_ar, changed_by, changed_at, archived_at)
      select 'Old ' || n, 'x', 'x', (select min(id) from operators), now(), now() from generate_series(1, 500) n`;
    const refused = await save({ name: 'One more' });
    expect([refused.status, refused.body.message]).toEqual([400, 'There can be at most 500 canned replies']);
  });
});
