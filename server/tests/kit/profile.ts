import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { NewPasskeyAnswer, PasskeyAnswer } from '@daftar/contract/passkeys';
import { Secret, TOTP } from 'otpauth';
import { hashPassword } from '../../src/auth/secrets.ts';
import { PASSWORD } from './people.ts';
import type { Actor, TestServer } from './server.ts';

export { PASSWORD };

const hashed = hashPassword(PASSWORD);

/** Gives somebody the password above, clears the limits, and removes their other sign-in methods. */
export async function resetWaysIn(daftar: TestServer, { merchantId, userId }: Actor): Promise<void> {
  const { sql } = daftar.database;
  const [user] = await sql<{ personId: number }[]>`
    update users set password_hash = ${await hashed}, two_step_at = null
     where merchant_id = ${merchantId} and id = ${userId} returning person_id as "personId"`;
  await sql`update people set password_hash = ${await hashed}, two_step_at = null where id = ${user!.personId}`;
  await sql`delete from authenticators where merchant_id = ${merchantId} and user_id = ${userId}`;
  await sql`delete from recovery_codes where merchant_id = ${merchantId} and user_id = ${userId}`;
  await sql`
    delete from passkey_logins where (merchant_id, passkey_id) in (
      select merchant_id, id from passkeys where merchant_id = ${merchantId} and user_id = ${userId})`;
  await sql`delete from passkeys where merchant_id = ${merchantId} and user_id = ${userId}`;
  await sql`delete from limit_uses`;
}

/** Gives somebody the password above unless they have one. */
export async function withPassword(daftar: TestServer, { merchantId, userId }: Actor): Promise<void> {
  await daftar.database.sql`
    update users set password_hash = ${await hashed}
     where merchant_id = ${merchantId} and id = ${userId} and password_hash is null`;
}

/** The code that an authenticator shows at a moment. */
export function codeOf(secret: string, now: Date): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now.getTime() });
}

const call = (daftar: TestServer, as: Actor, path: string, body: unknown) =>
  daftar.call({ method: 'POST', path: `/api/merchant/profile/${path}`, as, body });

/** Starts the setup and returns the secret for an authenticator. */
export async function beginTwoStep(daftar: TestServer, actor: Actor): Promise<string> {
  await resetWaysIn(daftar, actor);
  const answer = await call(daftar, actor, 'two-step/begin', { current_password: PASSWORD });
  return answer.body.data.secret;
}

/** Turns two-step sign-in on. */
export async function turnOnTwoStep(
  daftar: TestServer,
  actor: Actor,
): Promise<{ secret: string; codes: string[] }> {
  const secret = await beginTwoStep(daftar, actor);
  const code = codeOf(secret, daftar.clock.now());
  const answer = await call(daftar, actor, 'two-step/confirm', { code });
  return { secret, codes: answer.body.data.recovery_codes };
}

const PRESENT_AND_VERIFIED = 0x05;
const WITH_CREDENTIAL = 0x40;
const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();
const uint = (value: number, bytes: number) => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
};

/** As much CBOR as WebAuthn needs: short text, byte strings of two lengths. */
const cborText = (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
const cborBytes = (bytes: Buffer) =>
  bytes.length < 256
    ? Buffer.concat([Buffer.from([0x58, bytes.length]), bytes])
    : Buffer.concat([Buffer.from([0x59]), uint(bytes.length, 2), bytes]);

/** A device that creates passkeys and signs with them, as in WebAuthn Level 2, with P-256. */
export class Device {
  readonly credentialId = randomBytes(32);
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  private readonly origin: string;
  counter = 0;

  constructor(origin: string) {
    this.origin = origin;
  }

  private clientData(
    type: 'webauthn.create' | 'webauthn.get',
    challenge: string,
    origin = this.origin,
  ): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  private authenticatorData(flags: number, more: Buffer = Buffer.alloc(0)): Buffer {
    const rpId = new URL(this.origin).hostname;
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), uint(this.counter, 4), more]);
  }

  private named() {
    const id = this.credentialId.toString('base64url');
    return { id, rawId: id, type: 'public-key' as const };
  }

  /** Answers `navigator.credentials.create`. */
  make(challenge: string): NewPasskeyAnswer {
    const { x, y } = this.keys.publicKey.export({ format: 'jwk' });
    const coordinate = (value: string | undefined) => cborBytes(Buffer.from(value ?? '', 'base64url'));
    // {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}
    const key = Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
      coordinate(x),
      Buffer.from([0x22]),
      coordinate(y),
    ]);
    const credential = Buffer.concat([
      Buffer.alloc(16),
      uint(this.credentialId.length, 2),
      this.credentialId,
      key,
    ]);
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      cborText('fmt'),
      cborText('none'),
      cborText('attStmt'),
      Buffer.from([0xa0]),
      cborText('authData'),
      cborBytes(this.authenticatorData(PRESENT_AND_VERIFIED | WITH_CREDENTIAL, credential)),
    ]);
    return {
      ...this.named(),
      response: {
        clientDataJSON: this.clientData('webauthn.create', challenge).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  /** Answers `navigator.credentials.get`; a counting device increases its counter. */
  sign(
    challenge: string,
    { flags = PRESENT_AND_VERIFIED, counts = false, origin = this.origin } = {},
  ): PasskeyAnswer {
    if (counts) this.counter += 1;
    const clientData = this.clientData('webauthn.get', challenge, origin);
    const data = this.authenticatorData(flags);
    const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), this.keys.privateKey);
    return {
      ...this.named(),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
      },
    };
  }
}

/** Requests a passkey and lets a new device create it: the body of `addPasskey`. */
export async function newPasskeyForm(
  daftar: TestServer,
  actor: Actor,
  device = new Device(daftar.app.config.publicUrl),
) {
  await resetWaysIn(daftar, actor);
  const { body } = await call(daftar, actor, 'passkeys/begin', { current_password: PASSWORD });
  return { token: body.data.token as string, name: 'Telephone', answer: device.make(body.data.challenge) };
}

/** Adds a device's passkey. */
export async function addPasskey(
  daftar: TestServer,
  actor: Actor,
  device = new Device(daftar.app.config.publicUrl),
): Promise<{ id: number }> {
  const answer = await call(daftar, actor, 'passkeys', await newPasskeyForm(daftar, actor, device));
  return answer.body.data;
}

/** Requests a step-up and lets a passkey answer it: the body of `stepUp`. */
export async function stepUpForm(daftar: TestServer, actor: Actor) {
  const device = new Device(daftar.app.config.publicUrl);
  await addPasskey(daftar, actor, device);
  const { body } = await call(daftar, actor, 'step-up/begin', {});
  return { token: body.data.token as string, answer: device.sign(body.data.challenge) };
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Calls of the profile, people with fresh sign-in methods, and their mail. */
export function callsOf(daftar: () => TestServer) {
  const own = (as: Actor, method: Method, path: string, body?: unknown) =>
    daftar().call({
      method,
      path: `/api/merchant/profile/${path}`,
      as,
      ...(body === undefined ? {} : { body }),
    });
  const post = (path: string, body: unknown) =>
    daftar().call({ method: 'POST', path: `/api/merchant/${path}`, body });
  async function newOwner(): Promise<Actor> {
    const owner = await daftar().merchant();
    await resetWaysIn(daftar(), owner);
    return owner;
  }

  async function mailsTo(to: string): Promise<string[]> {
    const headers = { accept: 'application/json' };
    const { body } = await daftar().call({ path: '/dev/outbox', query: { to }, headers });
    return body.map((mail: { text: string }) => mail.text);
  }
  return { own, post, newOwner, mailsTo };
}
