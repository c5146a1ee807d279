import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a short secret for storage, so that reading the database does not reveal it.
 * @param key 32 bytes, derived for this purpose alone.
 * @returns nonce, tag and ciphertext in one.
 */
export function seal(key: Buffer, text: string | Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce);
  const bytes = typeof text === 'string' ? Buffer.from(text, 'utf8') : text;
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Decrypts it; null if it was encrypted with another key, or changed. */
export function unseal(key: Buffer, sealed: Buffer): string | null {
  return unsealBytes(key, sealed)?.toString('utf8') ?? null;
}

/** Like {@link unseal}, for a secret of bytes. */
export function unsealBytes(key: Buffer, sealed: Buffer): Buffer | null {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    const text = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([text, decipher.final()]);
  } catch {
    return null;
  }
}
