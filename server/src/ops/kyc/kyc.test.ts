import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { samples } from '../../../tests/kit/samples.ts';
import {
  type Actor,
  type OperatorActor,
  startTestServer,
  type TestServer,
} from '../../../tests/kit/server.ts';
import { moderate, moderateMerchant } from '../moderate.ts';

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
const V1 = { version: 1 };
const statusOf = async () => {
  const [row] = await daftar.database.sql<
    { status: number }[]
  >`select status from merchants where id = ${id}`;
  return row?.status;
};

test('waiting merchants are listed, and shown with the submitted data and documents', async () => {
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
  const document = await ask(`/${id}/files/${sent.fields.signatoryIdDocument}`);
  expect(document.status).toBe(200);
  expect(document.headers['content-type']).toMatch(/^image\//);
});

test('a file that the submission does not name cannot be read, even if it exists', async () => {
  const other = await samples['ops-kyc.document']?.params?.({ daftar, actor: owner, mode: 'live' });
  expect((await ask(`/${other?.id}/files/${other?.filePath}`)).status).toBe(200);
  expect((await ask(`/${id}/files/${other?.filePath}`)).status).toBe(404);
});

test('approval makes the merchant live-capable; the second of two concurrent decisions is told that it is decided', async () => {
  const reasons = { iban: 'Of somebody else' };
  const answers = await Promise.all([
    tell(`/${id}/approve`, V1),
    tell(`/${id}/approve`, V1),
    tell(`/${id}/reject`, { ...V1, reasons }),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
  const isApproved = answers[2]?.status !== 200;
  expect(await statusOf()).toBe(isApproved ? 3 : 2);
  expect((await ask('')).body.data.map((each: { id: number }) => each.id)).not.toContain(id);
});

test('a merchant suspended while waiting is not in the queue, and back at its place once resumed', async () => {
  const queue = async () => (await ask('')).body.data.map((each: { id: number }) => each.id);
  const before = await queue();
  expect(before).toContain(id);
  await moderateMerchant(daftar.app, 'suspend', id, { actor: 'test' });
  expect(await queue()).toEqual(before.filter((each: number) => each !== id));
  const refused = await tell(`/${id}/approve`, V1);
  expect([refused.status, refused.body.message]).toEqual([
    400,
    expect.stringContaining('Reactivate it first'),
  ]);
  await moderateMerchant(daftar.app, 'resume', id, { actor: 'test' });
  expect(await queue()).toEqual(before);
  expect((await tell(`/${id}/approve`, V1)).status).toBe(200);
});

test('rejection by field tells the merchant the reason, and the log the reviewer', async () => {
  expect((await tell(`/${id}/reject`, { ...V1, reasons: {} })).status).toBe(422);
  expect((await tell(`/${id}/reject`, { ...V1, reasons: { nonsense: 'x' } })).status).toBe(422);
  expect((await tell(`/${id}/reject`, { ...V1, reasons: { iban: ' ' } })).status).toBe(422);
  const reasons = { iban: 'Of somebody else', logoPath: 'Not readable' };
  expect((await tell(`/${id}/reject`, { ...V1, reasons })).status).toBe(200);
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

/** Corrects the fields named by the reviewer and sends them again. */
async function sendAgain(changes: Record<string, string>): Promise<void> {
  const { sql } = daftar.database;
  const [user] = await sql<{ userId: number; email: string }[]>`
    select id as "userId", email from users where merchant_id = ${id}`;
  const as = await daftar.elsewhere({ ...owner, merchantId: id, ...user! });
  const call = { path: '/merchant/Individual', mode: 'test', as } as const;
  const fields = (await ask(`/${id}`)).body.data.fields;
  const sent = await daftar.call({ ...call, method: 'POST', body: { ...fields, ...changes } });
  expect(sent.status, sent.raw).toBe(200);
}

test('a request that was sent again cannot be decided by the version read before', async () => {
  const second = await daftar.operator('reviewer');
  const read = (await ask(`/${id}`)).body.data;
  const reasons = { iban: 'Of somebody else' };
  const path = `/api/ops/kyc/${id}/reject`;
  const body = { version: read.version, reasons };
  expect((await daftar.call({ method: 'POST', path, as: second, body })).status).toBe(200);
  await sendAgain({ iban: 'EG800002000156789012345180002' });

  for (const [verb, more] of [
    ['approve', {}],
    ['reject', { reasons }],
  ] as const) {
    const stale = await tell(`/${id}/${verb}`, { version: read.version, ...more });
    expect([stale.status, stale.body.message]).toEqual([
      409,
      'The merchant has resubmitted its documents since you opened them. Review what changed, then decide',
    ]);
  }
  expect(await statusOf()).toBe(1);
  expect((await tell(`/${id}/approve`, {})).status).toBe(422);

  const now = (await ask(`/${id}`)).body.data;
  expect(now).toMatchObject({ version: 2, fields: { iban: 'EG800002000156789012345180002' } });
  expect((await tell(`/${id}/approve`, { version: now.version })).status).toBe(200);
  const [entry] = await daftar.database.sql`
    select after from audit_log where merchant_id = ${id} order by id desc limit 1`;
  expect(entry!.after).toMatchObject({ status: 3, version: 2 });
});

test('an approval concurrent with a new submission never approves it unread', async () => {
  const reasons = { iban: 'Of somebody else' };
  expect((await tell(`/${id}/reject`, { ...V1, reasons })).status).toBe(200);
  const crossing = [1, 2, 3].map(() => tell(`/${id}/approve`, V1));
  await sendAgain({ iban: 'EG800002000156789012345180002' });
  crossing.push(tell(`/${id}/approve`, V1));
  for (const { status } of await Promise.all(crossing)) expect([400, 409]).toContain(status);
  expect(await statusOf()).toBe(1);
});

test('the command line also requires the version that was read, and never takes data from a draft', async () => {
  const { sql } = daftar.database;
  const [user] = await sql<{ email: string }[]>`select email from users where merchant_id = ${id}`;
  const by = { actor: 'ops:mona' };
  const approve = (more = {}) => moderate(daftar.app, 'approve', user!.email, { ...by, ...more });
  await expect(approve()).rejects.toMatchObject({ status: 400, message: 'kyc.versionWanted' });
  await expect(approve({ version: 7 })).rejects.toMatchObject({ status: 409 });
  await moderate(daftar.app, 'reject', user!.email, { ...by, version: 1, reason: 'Blurred' });
  // Values typed now are not submitted: after an approval without documents, none of them is applied to the account.
  await sql`update kyc_submissions set fields = fields || '{"iban": "typed"}' where merchant_id = ${id}`;
  expect(await approve()).toMatchObject({ before: 2, after: 3 });
  expect(await sql`select from bank_accounts where merchant_id = ${id}`).toEqual([]);
});
