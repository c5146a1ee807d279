import { DOCUMENT_FILES } from '@daftar/contract/files';
import type { Permission } from '@daftar/contract/permissions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bankAccountForm } from '../../tests/kit/account.ts';
import { picture } from '../../tests/kit/files.ts';
import { kycFields } from '../../tests/kit/kyc.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { attachFile, type Purpose, storeFile } from './index.ts';

/** The readers of a stored file: those who may see its use. */
let daftar: TestServer;
let owner: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
  owner = await daftar.merchant({ status: 0 });
});
afterAll(() => daftar.close());

async function uploaded(purpose: Purpose, by = owner): Promise<string> {
  const file = { field: 'file', name: 'paper.png', claimedType: 'image/png', content: await picture() };
  const rule = DOCUMENT_FILES;
  return (await storeFile(daftar.app, by, { purpose, file, rule })).path;
}

async function used(purpose: Purpose): Promise<string> {
  const path = await uploaded(purpose);
  const use = { purpose, field: 'file', now: daftar.clock.now() };
  await daftar.app.pool.begin((tx) => attachFile(tx, owner, path, use));
  return path;
}

const read = (path: string, as: Actor, query = {}) =>
  daftar.call({ path: `/merchant/storage/${path}`, mode: 'test', as, query });

async function ofBankAccount(): Promise<string> {
  const path = await uploaded('document');
  const made = await daftar.call({
    method: 'POST',
    path: '/merchant/AccountSettings/AddBankAccount',
    mode: 'test',
    as: owner,
    body: bankAccountForm({ optionalDocument: path }),
  });
  expect(made.status, made.raw).toBe(200);
  return path;
}

async function ofKyc(): Promise<string> {
  const path = await uploaded('document');
  const body = await kycFields('individual', async () => path);
  const sent = await daftar.call({
    method: 'POST',
    path: '/merchant/Individual',
    mode: 'test',
    as: owner,
    body,
  });
  expect(sent.status, sent.raw).toBe(200);
  return path;
}

const GUARDED: [string, () => Promise<string>, Permission][] = [
  ['a document of the activation request', ofKyc, 'submit-kyc'],
  ['a document of a bank account', ofBankAccount, 'financial-settings'],
  ['an attachment of a ticket', () => used('ticket'), 'view-ticket'],
  ['evidence for a chargeback', () => used('evidence'), 'view-chargeback-list'],
];

test.each(GUARDED)(
  '%s is read with the permission of what it belongs to, and refused without',
  async (_, make, needed) => {
    const path = await make();
    const others = ['view-settings', ...GUARDED.map((each) => each[2])] as const;
    const without = await daftar.colleague(
      owner,
      others.filter((each) => each !== needed),
    );
    const refused = await read(path, without);
    expect(refused.status, refused.raw).toBe(403);
    expect(refused.body.message).toContain(needed);
    expect((await read(path, without, { size: 'small' })).status).toBe(403);
    for (const as of [owner, await daftar.colleague(owner, [needed])])
      expect((await read(path, as)).status).toBe(200);
  },
);

test.each(['logo', 'cover', 'avatar', 'product'] as const)(
  'a %s in use is read by everybody of the merchant, as others see it too',
  async (purpose) => {
    expect((await read(await used(purpose), await daftar.colleague(owner, []))).status).toBe(200);
  },
);

test.each(['document', 'logo', 'cover', 'avatar', 'product', 'ticket', 'evidence'] as const)(
  'an uploaded %s that belongs to nothing yet is only for whoever uploaded it',
  async (purpose) => {
    const clerk = await daftar.colleague(owner, []);
    const path = await uploaded(purpose, clerk);
    expect((await read(path, clerk)).status).toBe(200);
    expect((await read(path, owner)).status).toBe(404);
  },
);

test('a paper of the provider about the merchant is not the merchant’s to read', async () => {
  expect((await read(await used('paper'), owner)).status).toBe(404);
  expect((await read(await uploaded('paper'), owner)).status).toBe(404);
});

test('neither the address of pictures of people nor the preview of the brand serves other files', async () => {
  const path = await ofBankAccount();
  const clerk = await daftar.colleague(owner, ['view-settings']);
  expect((await daftar.call({ path: `/api/avatars/${path}`, as: clerk })).status).toBe(404);
  const preview = await daftar.call({
    method: 'POST',
    path: '/merchant/AccountSettings/BrandPreview',
    mode: 'test',
    as: clerk,
    body: {
      colour: '',
      coverPath: path,
      footerEn: '',
      footerAr: '',
      face: 'pay',
      locale: 'en',
      theme: 'light',
    },
  });
  expect(preview.status, preview.raw).toBe(404);
});
