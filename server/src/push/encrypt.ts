/** Encrypts a message for one browser: RFC 8291, in a single record of RFC 8188. */
import { createCipheriv, createECDH, ECDH, hkdfSync, randomBytes } from 'node:crypto';

const CURVE = 'prime256v1';
const RECORD_BYTES = 4096;
/** Delimiter of the last record. */
const END = Buffer.from([2]);

/** A browser's keys, as bytes. */
export interface BrowserKeys {
  /** The browser's public key, uncompressed. */
  p256dh: Buffer;
  auth: Buffer;
}

const derive = (secret: Buffer, salt: Buffer, info: Buffer | string, bytes: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));

/** Returns whether bytes are a point of the curve. */
export function isPoint(bytes: Buffer): boolean {
  try {
    ECDH.convertKey(bytes, CURVE);
    return true;
  } catch {
    return false;
  }
}

/**
 * Encrypts a message of at most 3,993 bytes, so that nobody between us and the browser can read it.
 * @param made the sender's random part, which only a test gives.
 */
export function encryptFor(
  { p256dh, auth }: BrowserKeys,
  message: Buffer,
  made: { salt?: Buffer; privateKey?: Buffer } = {},
): Buffer {
  const salt = made.salt ?? randomBytes(16);
  const own = createECDH(CURVE);
  if (made.privateKey) own.setPrivateKey(made.privateKey);
  else own.generateKeys();
  const ownPublic = own.getPublicKey();
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, ownPublic]);
  const secret = derive(own.computeSecret(p256dh), auth, info, 32);
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const head = Buffer.alloc(5);
  head.writeUInt32BE(RECORD_BYTES);
  head.writeUInt8(ownPublic.length, 4);
  const sealed = [cipher.update(Buffer.concat([message, END])), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat([salt, head, ownPublic, ...sealed]);
}
