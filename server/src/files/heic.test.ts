import { readFileSync } from 'node:fs';
import {
  ATTACHMENT_FILES,
  DOCUMENT_FILES,
  type FileRule,
  PHOTO_FILES,
  PICTURE_FILES,
} from '@daftar/contract/files';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testBucket } from '../../tests/kit/platform/bucket.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { readFile, storeFile } from './index.ts';

const PHOTO = readFileSync(new URL('../platform/files/testing-photo.heic', import.meta.url));

let daftar: TestServer;
let owner: Actor;
beforeAll(async () => {
  daftar = await startTestServer({ s3: testBucket() });
  owner = await daftar.merchant();
});
afterAll(() => daftar.close());

const store = (name: string, rule: FileRule, content = PHOTO) =>
  storeFile(daftar.app, owner, {
    purpose: 'ticket',
    file: { field: 'file', name, claimedType: 'image/heic', content },
    rule,
  });

test('an iPhone photo is stored and shown as a JPEG under its own name, whatever its extension', async () => {
  for (const [name, rule] of [
    ['IMG_0042.HEIC', ATTACHMENT_FILES],
    ['IMG_0042.jpg', PHOTO_FILES],
  ] as const) {
    const stored = await store(name, rule);
    const { content, type } = await readFile(daftar.app, owner, stored.path);
    expect(stored).toEqual({
      path: expect.stringMatching(/\.jpg$/),
      name: 'IMG_0042.jpg',
      type: 'image/jpeg',
      sizeBytes: content.length,
    });
    expect([type, content.toString('hex', 0, 3)]).toEqual(['image/jpeg', 'ffd8ff']);
    expect((await readFile(daftar.app, owner, stored.path, 'small')).content.length).toBeGreaterThan(0);
  }
});

test('a damaged one is refused, and so is every one for verification and as a person’s picture', async () => {
  const refused = (rule: FileRule, content = PHOTO) => expect(store('IMG_0042.heic', rule, content)).rejects;
  await refused(ATTACHMENT_FILES, PHOTO.subarray(0, 500)).toMatchObject({
    fields: { file: [{ key: 'BrokenFile' }] },
  });
  await refused(DOCUMENT_FILES).toMatchObject({ fields: { file: [{ key: 'DocumentHeic' }] } });
  await refused(PICTURE_FILES).toMatchObject({ fields: { file: [{ key: 'PictureHeic' }] } });
});
