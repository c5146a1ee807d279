import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { samples } from '../../testing/samples.ts';
import { type Actor, type OperatorActor, startTestServer, type TestServer } from '../../testing/server.ts';
import { moderateMerchant } from '../moderate.ts';

let daftar: TestServer;
let reviewer: OperatorActor;
let owner: Actor;
let id: number;
beforeAll(async () => {
  daftar = await startTestServer();
  reviewer = await daftar.operator('reviewer');
  owner = await daftar.merchant();
});
afterAll(() => daftar.close());
beforeEach(async () => {
  const made = await samples['ops-kyc.submission']?.params?.({ daftar, actor: owner, mode: 'live' });
  id = Number(made?.id);
});

const ask = (path: string) => daftar.call({ path: `/api/ops/kyc${path}`, as: reviewer });
const tell = (path: string, body?: unknown) =>
  daftar.call({ method: 'POST', path: `/api/ops/kyc${path}`, as: reviewer, body });
const statusOf = async () => {
  const [row] = await daftar.database.sql<
    { status: number }[]
  >`select status from merchants where id = ${id}`;
  return row?.status;
};

test('who waits is listed, and read with what was sent and its papers', async () => {
  const { body } = await ask('');
  expect(body.data).toContainEqual(expect.objectContaining({ id, business_type: 2 }));
  const sent = (await ask(`/${id}`)).body.data;
  expect(sent).toMatchObject({
    id,
    state: 'submitted',
    fields: { companyNameAr: 'مخبز النور' },
    reasons: {},
  });
  expect(sent.names.areaId).toContain('·');
  expect(Object.keys(sent.files)).toContain(sent.fields.signatoryIdDocument);
  const paper = await ask(`/${id}/files/${sent.fields.signatoryIdDocument}`);
  expect(paper.status).toBe(200);
  expect(paper.headers['content-type']).toMatch(/^image\//);
});

test('no file is read that the submission does not name, be it there', async () => {
  const other = await samples['ops-kyc.document']?.params?.({ daftar, actor: owner, mode: 'live' });
  expect((await ask(`/${other?.id}/files/${other?.filePath}`)).status).toBe(200);
  expect((await ask(`/${id}/files/${other?.filePath}`)).status).toBe(404);
});

test('approved, the merchant is live-capable; of two who decide at once one is told that it is decided', async () => {
  const reasons = { iban: 'Of somebody else' };
  const answers = await Promise.all([
    tell(`/${id}/approve`),
    tell(`/${id}/approve`),
    tell(`/${id}/reject`, { reasons }),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
  const isApproved = answers[2]?.status !== 200;
  expect(await statusOf()).toBe(isApproved ? 3 : 2);
  expect((await ask('')).body.data.map((each: { id: number }) => each.id)).not.toContain(id);
});

test('who is suspended while waiting is not in the queue, and is at its old place when resumed', async () => {
  const queue = async () => (await ask('')).body.data.map((each: { id: number }) => each.id);
  const before = await queue();
  expect(before).toContain(id);
  await moderateMerchant(daftar.app, 'suspend', id, { actor: 'test' });
  expect(await queue()).toEqual(before.filter((each: number) => each !== id));
  const refused = await tell(`/${id}/approve`);
  expect([refused.status, refused.body.message]).toEqual([
    400,
    expect.stringContaining('Reactivate it first'),
  ]);
  await moderateMerchant(daftar.app, 'resume', id, { actor: 'test' });
  expect(await queue()).toEqual(before);
  expect((await tell(`/${id}/approve`)).status).toBe(200);
});

test('rejected by field, the merchant reads why, and the log who said so', async () => {
  expect((await tell(`/${id}/reject`, { reasons: {} })).status).toBe(422);
  expect((await tell(`/${id}/reject`, { reasons: { nonsense: 'x' } })).status).toBe(422);
  expect((await tell(`/${id}/reject`, { reasons: { iban: ' ' } })).status).toBe(422);
  const reasons = { iban: 'Of somebody else', logoPath: 'Not readable' };
  expect((await tell(`/${id}/reject`, { reasons })).status).toBe(200);
  expect(await statusOf()).toBe(2);
  expect((await ask(`/${id}`)).body.data).toMatchObject({ state: 'rejected', reasons });
  const [entry] = await daftar.database.sql`
    select actor, action, before, after from audit_log where merchant_id = ${id} order by id desc limit 1`;
  expect(entry).toMatchObject({
    actor: reviewer.email,
    action: 'merchant.reject',
    before: { status: 1 },
    after: { status: 2, reasons },
  });
});
