/** Operators share the work on breaks: each is assigned to somebody, and files are its evidence. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deskOf } from '../../tests/kit/ops.ts';
import { operatorIdOf } from '../../tests/kit/processors.ts';
import { aProfile, csvOf, evidenceForm, fileForm } from '../../tests/kit/reconciliation.ts';
import { type OperatorActor, startTestServer, type TestServer } from '../../tests/kit/server.ts';

let daftar: TestServer;
let finance: OperatorActor;
let colleague: OperatorActor;
let ids: number[];
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
const { ask, tell, lastAudit, approveNewest } = deskOf(() => daftar);

const unknown = (id: string) => ({ gross: 1_000, id });
beforeEach(async () => {
  const profile = await aProfile(daftar);
  finance = profile.finance;
  colleague = await daftar.operator('finance');
  const file = fileForm(csvOf([unknown('a'), unknown('b')]));
  await tell(finance, `/reconciliation/profiles/${profile.id}/import`, file);
  const query = { account_id: String(profile.accountId) };
  ids = (await ask(finance, '/reconciliation/breaks', query)).body.data.map(({ id }: { id: number }) => id);
});
const mailsTo = async ({ email }: OperatorActor) => {
  const [row] = await daftar.database.sql<[{ n: number }]>`
    select count(*)::int as n from messages where recipient = ${email} and dedupe_key like 'breaks:%'`;
  return row.n;
};
const give = (id: number, operator_id: number | null) =>
  daftar.call({
    method: 'PUT',
    path: `/api/ops/reconciliation/breaks/${id}/owner`,
    as: finance,
    body: { operator_id },
  });
const idOf = ({ email }: OperatorActor) => operatorIdOf(daftar, email);

test('a break is given to a colleague, who is told once, finds it by name, and gives it back', async () => {
  const [id] = ids as [number];
  expect((await give(id, await idOf(colleague))).status).toBe(200);
  expect(await lastAudit()).toMatchObject({
    action: 'reconciliation-break.assign',
    after: { owner: colleague.email },
  });
  expect(await mailsTo(colleague)).toBe(1);
  const own = await ask(colleague, '/reconciliation/breaks', { owner: colleague.email });
  expect(own.body.data.map((each: { id: number }) => each.id)).toEqual([id]);
  // A repetition, or an assignment to oneself, sends no e-mail.
  await give(id, await idOf(colleague));
  await give(id, await idOf(finance));
  expect([await mailsTo(colleague), await mailsTo(finance)]).toEqual([1, 0]);
  expect((await give(id, null)).status).toBe(200);
  const nobodys = await ask(finance, '/reconciliation/breaks', { owner: 'nobody', sort_type: 'desc' });
  expect(nobodys.body.data.map((each: { id: number }) => each.id)).toContain(id);
});

test('many are given at once with one e-mail, only to somebody who may look after them', async () => {
  const operator_id = await idOf(colleague);
  const bulk = (body: object) =>
    tell(finance, '/reconciliation/breaks/bulk', { ids, action: 'assign', ...body });
  expect((await bulk({})).body.errors).toHaveProperty('operator_id');
  const reviewer = await daftar.operator('reviewer');
  const refused = await bulk({ operator_id: await idOf(reviewer) });
  expect(refused.body.data).toMatchObject({
    done: 0,
    failed: ids.map((id) => ({ id, message: expect.stringContaining('cannot look after breaks') })),
  });
  expect((await bulk({ operator_id })).body.data).toEqual({ done: 2, failed: [] });
  expect(await mailsTo(colleague)).toBe(1);
  // A disabled operator loses all assignments.
  const admin = await daftar.operator('admin');
  expect((await tell(admin, `/operators/${operator_id}/disable`, {})).status).toBe(200);
  const left = await ask(finance, '/reconciliation/breaks', { owner: colleague.email });
  expect(left.body.data).toEqual([]);
});

test('files prove what became of a break, also once it has ended; they are read back, and never deleted', async () => {
  const [id, other] = ids as [number, number];
  const add = (file: FormData) => tell(finance, `/reconciliation/breaks/${id}/evidence`, file);
  expect((await add(new FormData())).body.errors).toHaveProperty('file');
  expect((await add(fileForm('<script>', {}, 'advice.pdf'))).status).toBe(422);
  expect((await add(evidenceForm())).status).toBe(200);
  expect(await lastAudit()).toMatchObject({
    action: 'reconciliation-break.evidence',
    subject: `reconciliation-break:${id}`,
    after: { name: 'advice.pdf' },
  });
  await tell(finance, `/reconciliation/breaks/${id}/resolve`, { reason: 'As the bank says' });
  expect((await approveNewest(await daftar.operator('finance'))).status).toBe(200);
  expect((await add(evidenceForm())).status).toBe(200);
  const { evidence } = (await ask(finance, `/reconciliation/breaks/${id}`)).body.data;
  expect(evidence).toMatchObject([
    { name: 'advice.pdf', actor: finance.email },
    { name: 'advice.pdf', actor: finance.email },
  ]);
  const read = (of: number) => ask(finance, `/reconciliation/breaks/${of}/evidence/${evidence[0].id}`);
  expect((await read(id)).raw).toContain('%PDF');
  expect((await read(other)).status).toBe(404);
  await expect(daftar.database.sql`delete from reconciliation_evidence`).rejects.toThrow();
});
