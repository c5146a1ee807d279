import { type Config, loadConfig } from '../../../src/config.ts';

/**
 * Returns the bucket of a running S3-compatible server for file tests, from
 * `DAFTAR_TEST_S3=http://key:secret@127.0.0.1:4568/bucket`. Null if unset: then only the local folder is tested.
 */
export function testBucket(): Config['s3'] {
  const given = process.env.DAFTAR_TEST_S3;
  if (!given) return null;
  const { origin, username, password, pathname } = new URL(given);
  return loadConfig({
    DAFTAR_S3_BUCKET: pathname.slice(1),
    DAFTAR_S3_ENDPOINT: origin,
    DAFTAR_S3_ACCESS_KEY_ID: username,
    DAFTAR_S3_SECRET_ACCESS_KEY: password,
    DAFTAR_S3_PATH_STYLE: 'yes',
  }).s3;
}
