import { type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { ACCESS_TOKEN_SECONDS } from './rules.ts';

/** The principal in an access token. */
export interface AccessClaims {
  merchantId: number;
  userId: number;
  sessionId: string;
}

const ALGORITHM = 'HS256';
const ISSUER = 'daftar';
const AUDIENCE = 'portal';
const REMEMBERED = 5_000;

/** Returns the payload of a valid token; null when this key did not sign it. */
async function payloadOf(token: string, key: Uint8Array, now: Date): Promise<JWTPayload | null> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience: AUDIENCE,
      currentDate: now,
      requiredClaims: ['exp', 'mid', 'uid', 'sid'],
    });
    return payload;
  } catch {
    return null;
  }
}

/** Signs and verifies access tokens. A verified token is cached until it expires. */
export class AccessTokens {
  private readonly keys: readonly Uint8Array[];
  private readonly verified = new Map<string, { claims: AccessClaims; expiresAt: number }>();

  /** @param secrets the first signs; a token signed with any of them is accepted. */
  constructor(secrets: readonly [string, ...string[]]) {
    this.keys = secrets.map((secret) => new TextEncoder().encode(secret));
  }

  sign(claims: AccessClaims, now: Date): Promise<string> {
    const issued = Math.floor(now.getTime() / 1000);
    return new SignJWT({ mid: claims.merchantId, uid: claims.userId, sid: claims.sessionId })
      .setProtectedHeader({ alg: ALGORITHM })
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .setIssuedAt(issued)
      .setExpirationTime(issued + ACCESS_TOKEN_SECONDS)
      .sign(this.keys[0]!);
  }

  /** @returns null for anything but an unexpired token of ours; `alg: none` is refused. */
  async read(token: string, now: Date): Promise<AccessClaims | null> {
    const known = this.verified.get(token);
    if (known) return known.expiresAt > now.getTime() ? known.claims : null;
    for (const key of this.keys) {
      const payload = await payloadOf(token, key, now);
      if (payload === null) continue;
      const claims = {
        merchantId: Number(payload.mid),
        userId: Number(payload.uid),
        sessionId: String(payload.sid),
      };
      this.remember(token, claims, Number(payload.exp) * 1000);
      return claims;
    }
    return null;
  }

  private remember(token: string, claims: AccessClaims, expiresAt: number): void {
    // Evicts the oldest; a Map keeps insertion order.
    if (this.verified.size >= REMEMBERED) {
      const [oldest] = this.verified.keys();
      if (oldest !== undefined) this.verified.delete(oldest);
    }
    this.verified.set(token, { claims, expiresAt });
  }
}
