import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Disk } from 'flydrive';
import type { Config } from '../../config.ts';

/** Stores bytes by key. The database records their type and owner. */
export interface Storage {
  put(key: string, content: Uint8Array, contentType: string): Promise<void>;
  /** Null if the key does not exist. */
  get(key: string): Promise<Buffer | null>;
  /** Deleting a missing key is no error. */
  delete(key: string): Promise<void>;
}

type StorageConfig = Pick<Config, 'dataDir' | 's3'>;

const opened = new WeakMap<StorageConfig, Storage>();

/**
 * Returns the configured storage: S3-compatible if a bucket is configured, otherwise the folder `files` of the data
 * folder.
 */
export function storageOf(config: StorageConfig): Storage {
  const known = opened.get(config);
  if (known) return known;
  const storage = createStorage(config);
  opened.set(config, storage);
  return storage;
}

/** Creates the configured storage without caching it. */
export function createStorage(config: StorageConfig, s3Timeouts = S3_TIMEOUTS): Storage {
  let disk: Promise<Disk> | null = null;
  // Created at the first file, because the drivers are large and most starts use none.
  const open = () => {
    disk ??= config.s3
      ? openBucket(config.s3, s3Timeouts)
      : openFolder(join(resolve(config.dataDir), 'files'));
    return disk;
  };
  return {
    async put(key, content, contentType) {
      await (await open()).put(key, content, { contentType });
    },
    async get(key) {
      const from = await open();
      try {
        return Buffer.from(await from.getBytes(key));
      } catch (error) {
        if (await from.exists(key)) throw error;
        return null;
      }
    },
    async delete(key) {
      await (await open()).delete(key);
    },
  };
}

async function openFolder(location: string): Promise<Disk> {
  const [{ Disk }, { FSDriver }] = await Promise.all([import('flydrive'), import('flydrive/drivers/fs')]);
  // Identity documents must not be readable by other users of the machine.
  await mkdir(location, { recursive: true, mode: 0o700 });
  return new Disk(new FSDriver({ location, visibility: 'private' }));
}

/**
 * Timeouts of connecting, silence and a reply, in milliseconds, for each of three attempts. Without them an
 * unresponsive store would block requests and jobs forever.
 */
const S3_TIMEOUTS = { connectionTimeout: 5_000, socketTimeout: 10_000, requestTimeout: 20_000 };

async function openBucket(s3: NonNullable<Config['s3']>, timeouts: typeof S3_TIMEOUTS): Promise<Disk> {
  const [{ Disk }, { S3Driver }] = await Promise.all([import('flydrive'), import('flydrive/drivers/s3')]);
  const { bucket, endpoint, region, accessKeyId, secretAccessKey, pathStyle } = s3;
  return new Disk(
    new S3Driver({
      bucket,
      region,
      ...(endpoint ? { endpoint } : {}),
      forcePathStyle: pathStyle,
      // Without configured keys the client finds credentials in AWS's documented places: role, profile, metadata.
      ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
      // Many S3-compatible stores support neither ACLs nor the newer checksums.
      supportsACL: false,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { ...timeouts, throwOnRequestTimeout: true },
      visibility: 'private',
    }),
  );
}
