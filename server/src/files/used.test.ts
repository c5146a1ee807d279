import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { filesOf, pdf, picture } from '../../tests/kit/files.ts';
import { testBucket } from '../../tests/kit/platform/bucket.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { storageOf } from '../platform/files/storage.ts';
import { attachFile, describeFile, detachFile, merchantLogo, setMerchantLogo } from './index.ts';
import { sweepFiles } from './service.ts';

let daftar: TestServer;
let owner: Actor;
let stranger: Actor;
beforeAll(async () => {
  daftar = await startTestServer({ s3: testBucket() });
  owner = await daftar.merchant();
  stranger = await daftar.merchant();
});
afterAll(() => daftar.close());

const { send } = filesOf(() => ({ daftar, owner }));

describe('a file in use', () => {
  const attach = (path: string, who = owner, purpose: 'document' | 'avatar' = 'document') =>
    daftar.app.pool.begin((tx) =>
      attachFile(tx, who, path, { purpose, field: 'crDocument', now: daftar.clock.now() }),
    );

  test('must be the merchant’s own, and of the same purpose', async () => {
    const { path } = await send('a.pdf', pdf());
    await attach(path);
    await attach(path);
    const wrong = [
      () => attach(path, stranger),
      () => attach(path, owner, 'avatar'),
      () => attach('none.pdf'),
    ];
    for (const each of wrong) {
      await expect(each()).rejects.toMatchObject({
        status: 422,
        fields: { crDocument: [{ key: 'FileUnknown' }] },
      });
    }
  });

  test('is kept; a file that nothing refers to for a day is removed, row and bytes', async () => {
    const used = await send('used.png', await picture());
    const unused = await send('unused.png', await picture());
    const replaced = await send('replaced.pdf', pdf());
    await attach(used.path);
    await attach(replaced.path);
    daftar.clock.advance({ hours: 23 });
    const fresh = await send('fresh.pdf', pdf());
    await daftar.app.pool.begin((tx) => detachFile(tx, owner, replaced.path));
    daftar.clock.advance({ hours: 2 });
    expect(await sweepFiles(daftar.app)).toBeGreaterThanOrEqual(2);
    const bytes = (path: string) => storageOf(daftar.app.config).get(`${owner.merchantId}/${path}`);
    for (const gone of [unused, replaced]) {
      await expect(describeFile(daftar.app, owner, gone.path)).rejects.toMatchObject({ status: 404 });
      expect(await bytes(gone.path)).toBeNull();
    }
    expect(await bytes(`${unused.path}.small`)).toBeNull();
    for (const kept of [used, fresh]) expect(await bytes(kept.path)).not.toBeNull();
  });

  test('a logo is public while it is the logo; the former one is removed', async () => {
    const first = await send('one.png', await picture());
    const second = await send('two.png', await picture());
    const set = (path: string | null) =>
      daftar.app.pool.begin((tx) =>
        setMerchantLogo(tx, owner, path, { purpose: 'document', field: 'logoPath', now: daftar.clock.now() }),
      );
    await set(first.path);
    const before = await merchantLogo(daftar.app, owner.merchantId);
    expect((await daftar.server.inject({ url: before!.address })).statusCode).toBe(200);
    await set(second.path);
    const after = await merchantLogo(daftar.app, owner.merchantId);
    expect(after!.path).toBe(second.path);
    expect((await daftar.server.inject({ url: before!.address })).statusCode).toBe(404);
    daftar.clock.advance({ hours: 25 });
    await sweepFiles(daftar.app);
    await expect(describeFile(daftar.app, owner, first.path)).rejects.toMatchObject({ status: 404 });
    expect((await daftar.server.inject({ url: after!.address })).statusCode).toBe(200);
    await set(null);
    expect(await merchantLogo(daftar.app, owner.merchantId)).toBeNull();
  });
});
