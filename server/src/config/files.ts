import { USUAL } from '../platform/before-start.mjs';
import { type Env, fail, isYes, url } from './env.ts';

/** An S3-compatible store of files. */
interface Bucket {
  bucket: string;
  /** Null for AWS. */
  endpoint: string | null;
  region: string;
  /** Null: found as AWS documents it (role, profile, metadata). */
  accessKeyId: string | null;
  secretAccessKey: string | null;
  /** Puts the bucket in the path instead of the host name, as most stores other than AWS require. */
  pathStyle: boolean;
}

/** Settings that have no effect without a bucket. */
const OF_A_BUCKET = [
  'DAFTAR_S3_ENDPOINT',
  'DAFTAR_S3_REGION',
  'DAFTAR_S3_ACCESS_KEY_ID',
  'DAFTAR_S3_SECRET_ACCESS_KEY',
  'DAFTAR_S3_PATH_STYLE',
];

function s3(env: Env): Bucket | null {
  const bucket = env.DAFTAR_S3_BUCKET || null;
  if (bucket === null) {
    // Otherwise files would silently be stored in the data folder of one machine.
    const given = OF_A_BUCKET.find((name) => env[name]);
    return given === undefined ? null : fail('DAFTAR_S3_BUCKET', `must be set when ${given} is`);
  }
  const accessKeyId = env.DAFTAR_S3_ACCESS_KEY_ID || null;
  const secretAccessKey = env.DAFTAR_S3_SECRET_ACCESS_KEY || null;
  if ((accessKeyId === null) !== (secretAccessKey === null))
    fail(
      accessKeyId === null ? 'DAFTAR_S3_ACCESS_KEY_ID' : 'DAFTAR_S3_SECRET_ACCESS_KEY',
      'must be set when the other one of the two is',
    );
  return {
    bucket,
    endpoint: url(env, 'DAFTAR_S3_ENDPOINT', ['http:', 'https:']),
    region: env.DAFTAR_S3_REGION || 'us-east-1',
    accessKeyId,
    secretAccessKey,
    pathStyle: isYes(env, 'DAFTAR_S3_PATH_STYLE', 'no'),
  };
}

function clamd(env: Env): { host: string; port: number } | null {
  const address = url(env, 'DAFTAR_CLAMD_URL', ['tcp:']);
  if (address === null) return null;
  const { hostname, port } = new URL(address);
  if (hostname === '') fail('DAFTAR_CLAMD_URL', 'must name a host, such as tcp://127.0.0.1:3310');
  return { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? 3310 : Number(port) };
}

/** Reads where files are stored, and their scanner. */
export const fileSettings = (env: Env) => ({
  /** The folder of the embedded database, its secret and, without a bucket, files. */
  dataDir: env.DAFTAR_DATA_DIR || USUAL.dataDir,
  /** S3-compatible storage for files; null: the folder `files` in `dataDir`. */
  s3: s3(env),
  /** The clamd server that scans every upload; null: none. */
  clamd: clamd(env),
});
