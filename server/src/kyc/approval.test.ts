/** The account of a merchant right after its approval. */

import { MERCHANT_STATUS } from '@daftar/contract/auth';
import { DOCUMENT_FILES } from '@daftar/contract/files';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keysOf } from '../../tests/kit/api-keys.ts';
import { pdf, picture } from '../../tests/kit/files.ts';
import { kycFields } from '../../tests/kit/kyc.ts';
import { PASSWORD } from '../../tests/kit/profile.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { merchantLogo, readFile, setMerchantLogo, storeFile } from '../files/index.ts';
import { sweepFiles } from '../files/service.ts';
import { readOutbox } from '../messages/outbox.ts';
import { notificationJobs } from '../notifications/email.ts';
import { transaction } from '../platform/db/transaction.ts';
import { kycSubmission } from './review.ts';

let daftar: TestServer;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());

const upload = async (as: Actor) => {
  const file = { field: 'file', name: 'stamp.png', claimedType: '', content: await picture() };
  return (await storeFile(daftar.app, as, { purpose: 'document', file, rule: DOCUMENT_FILES })).path;
};
/** Creates a merchant that has sent its documents, including the bank letter. */
async function applicant(more: Record<string, string> = {}, of?: Actor): Promise<Actor> {
  const as = of ?? (await daftar.merchant({ status: 0 }));
  const body = {
    ...(await kycFields('corporate', () => upload(as))),
    optionalDocument: await upload(as),
    ...more,
  };
  const sent = await daftar.call({
    method: 'POST',
    path: '/merchant/Corporate',
    mode: 'test',
    as,
    body,
  });
  expect(sent.status, sent.raw).toBe(200);
  return as;
}
async function approve(as: Actor): Promise<void> {
  const reviewer = await daftar.operator('reviewer');
  const path = `/api/ops/kyc/${as.merchantId}/approve`;
  expect((await daftar.call({ method: 'POST', path, as: reviewer, body: { version: 1 } })).status).toBe(200);
}
const get = (as: Actor, path: string) => daftar.call({ path: `/merchant/${path}`, mode: 'live', as });
const accounts = async (as: Actor) => (await get(as, 'AccountSettings/FinancialInfo')).body.data;

test('an approved merchant is live on the next call, its logo public, its profile that of the request', async () => {
  const owner = await applicant();
  expect((await get(owner, 'Customer/List')).status).toBe(403);
  await approve(owner);
  expect((await get(owner, 'authenticated-merchant')).body.data.status).toBe(3);
  expect((await get(owner, 'Customer/List')).status).toBe(200);
  const logo = await merchantLogo(daftar.app, owner.merchantId);
  expect((await daftar.server.inject({ url: logo!.address })).statusCode).toBe(200);
  const [row] = await daftar.database.sql`
    select m.business_type, p.description from merchants m join business_profiles p on p.merchant_id = m.id
    where m.id = ${owner.merchantId}`;
  expect(row).toEqual({ business_type: 'corporate', description: 'Bread and cakes' });
});

test('the logo may be any document; payers see it if it is a picture', async () => {
  const owner = await daftar.merchant({ status: 0 });
  const file = { field: 'file', name: 'logo.pdf', claimedType: '', content: pdf() };
  const { path } = await storeFile(daftar.app, owner, { purpose: 'document', file, rule: DOCUMENT_FILES });
  await applicant({ logoPath: path }, owner);
  await approve(owner);
  expect((await get(owner, 'authenticated-merchant')).body.data.status).toBe(3);
  expect(await merchantLogo(daftar.app, owner.merchantId)).toBeNull();
});

test('an approved merchant gets live keys, a notification and an e-mail, each once', async () => {
  const owner = await applicant();
  const keys = async () =>
    (await daftar.call({ path: '/merchant/AccountSettings/KeysInfo', mode: 'test', as: owner })).body.data;
  expect(await keys()).toMatchObject({ livePublicKey: '', liveSecretKey: '' });
  await approve(owner);
  expect(await keys()).toMatchObject({
    livePublicKey: expect.stringMatching(/^pk_live_/),
    liveSecretKey: expect.stringMatching(/^sk_live_/),
  });
  const { sql } = daftar.database;
  const jobs = await sql<{ payload: { merchantId: number } }[]>`
    select p.payload from graphile_worker.jobs j join graphile_worker._private_jobs p on p.id = j.id
    where j.task_identifier = 'email-notification' and (p.payload->>'merchantId')::bigint = ${owner.merchantId}`;
  for (const { payload } of jobs) await notificationJobs['email-notification']!(daftar.app, payload);
  const mails = (await readOutbox(daftar.app, { merchantId: owner.merchantId })).map(({ to, links }) => ({
    to,
    links,
  }));
  expect(mails).toEqual([{ to: owner.email, links: [expect.stringMatching(/\/dashboard$/)] }]);
  const news = await sql`
    select mode from notifications where merchant_id = ${owner.merchantId} and kind = 'account-approve' order by mode`;
  expect(news.map(({ mode }) => mode).toSorted()).toEqual(['live', 'test']);
});

test('the verified bank account is added with its letter, and receives settlements', async () => {
  const owner = await applicant();
  await approve(owner);
  const [account, ...others] = await accounts(owner);
  expect(others).toEqual([]);
  expect(account).toMatchObject({
    bankName: 'Commercial International Bank',
    bankBranch: 'Maadi',
    iban: 'EG380019000500000000263180002',
    optionalDocument: expect.stringMatching(/\.png$/),
    receiveSettlements: true,
  });
  const [entry] = await daftar.database.sql`
    select actor, address, after from audit_log
     where merchant_id = ${owner.merchantId} and action = 'bank-account.verified'`;
  expect(entry).toMatchObject({
    actor: expect.stringContaining('@'),
    address: '127.0.0.1',
    after: { iban: '****0002', receives: true },
  });
});

test('the verified account becomes the receiving account; one with the same number is updated from the documents, not duplicated', async () => {
  const owner = await applicant();
  const add = async (iban: string) => {
    const body = new FormData();
    const facts = {
      bankAccountName: 'Mona',
      bankAccountNumber: '70001234',
      bankName: 'CIB',
      bankBranch: 'Giza',
      iban,
      latinName: 'Mona Adel',
      town: 'Giza',
    };
    for (const [name, value] of Object.entries({ ...facts, swift: '' })) body.append(name, value);
    const added = await daftar.call({
      method: 'POST',
      path: '/merchant/AccountSettings/AddBankAccount',
      mode: 'test',
      as: owner,
      body,
    });
    expect(added.status, added.raw).toBe(200);
    return added.body.data.bankAccountId;
  };
  const first = await add('EG920037000112345678901230000');
  await add('EG380019000500000000263180002');
  await daftar.database.sql`
    update bank_accounts set receives_settlements = true where merchant_id = ${owner.merchantId} and id = ${first}`;
  await approve(owner);
  expect(await accounts(owner)).toMatchObject([
    { bankAccountId: first, receiveSettlements: false },
    {
      iban: 'EG380019000500000000263180002',
      bankAccountNumber: '100020003000',
      bankBranch: 'Maadi',
      latinName: 'Mona Adel',
      town: 'Giza',
      receiveSettlements: true,
      settlementsFrom: null,
    },
  ]);
});

test('the documents of an approved request remain readable, also when the logo and the bank account change later', async () => {
  const owner = await applicant();
  await approve(owner);
  const by = { purpose: 'document', field: 'logo', now: daftar.clock.now() } as const;
  const logo = await upload(owner);
  await transaction(daftar.app.db, (tx) => setMerchantLogo(tx, owner, logo, by));
  const [account] = await accounts(owner);
  const deleted = await daftar.call({
    method: 'DELETE',
    path: '/merchant/AccountSettings/DeleteBankAccount',
    query: { bankAccountId: String(account.bankAccountId) },
    body: { current_password: PASSWORD },
    mode: 'live',
    as: owner,
  });
  expect(deleted.status, deleted.raw).toBe(200);
  daftar.clock.advance({ days: 3 });
  await sweepFiles(daftar.app);
  const { files } = await kycSubmission(daftar.app, owner.merchantId, 'en');
  expect(Object.keys(files)).toHaveLength(5);
  for (const path of Object.keys(files)) {
    expect((await readFile(daftar.app, owner, path)).content.length).toBeGreaterThan(0);
  }
});

test('a suspended merchant can move no money from the next call, by user or by key, in every process', async () => {
  const owner = await applicant();
  await approve(owner);
  const key = await keysOf(() => daftar).roll(owner, 'live');
  const headers = { authorization: `Bearer ${key}` };
  const path = '/merchant/payment_links/create';
  const byPerson = () => daftar.call({ method: 'POST', path, mode: 'live', as: owner, body: {} });
  const byKey = () => daftar.call({ method: 'POST', path, mode: 'live', headers, body: {} });
  // Cached as live by this process: judged by the form, and so let through the door.
  expect([(await byPerson()).status, (await byKey()).status]).toEqual([422, 422]);
  // As another process would commit it, with its notice still on the way.
  await daftar.database
    .sql`update merchants set status = ${MERCHANT_STATUS.suspended} where id = ${owner.merchantId}`;
  expect([(await byPerson()).status, (await byKey()).status]).toEqual([403, 403]);
});

test('an operator’s suspension holds from the next call', async () => {
  const owner = await applicant();
  await approve(owner);
  const create = { method: 'POST', path: '/merchant/payment_links/create', mode: 'live', body: {} } as const;
  expect((await daftar.call({ ...create, as: owner })).status).toBe(422);
  const suspended = await daftar.call({
    method: 'POST',
    path: `/api/ops/merchants/${owner.merchantId}/suspend`,
    as: await daftar.operator('reviewer'),
    body: { reason: 'Papers ran out' },
  });
  expect(suspended.status).toBe(200);
  expect((await daftar.call({ ...create, as: owner })).status).toBe(403);
});
