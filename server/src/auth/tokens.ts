import { jwtVerify, SignJWT } from 'jose';
import { ACCESS_TOKEN_SECONDS } from './rules.ts';

/** Whom an access token names. */
export interface AccessClaims {
  merchantId: number;
  userId: number;
  sessionId: string;
}

const ALGORITHM = 'HS256';
const ISSUER = 'daftar';
const AUDIENCE = 'portal';
const REMEMBERED = 5_000;

/** Signs and reads access tokens. A token that was verified once is remembered until it expires. */
export class AccessTokens {
  private readonly key: Uint8Array;
  private readonly verified = new Map<string, { claims: AccessClaims; expiresAt: number }>();

  constructor(secret: string) {
    this.key = new TextEncoder().encode(secret);
  }

  sign(claims: AccessClaims, now: Date): Promise<string> {
    const issued = Math.floor(now.getTime() / 1000);
    return new SignJWT({ mid: claims.merchantId, uid: claims.userId, sid: claims.sessionId })
      .setProtectedHeader({ alg: ALGORITHM })
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .setIssuedAt(issued)
      .setExpirationTime(issued + ACCESS_TOKEN_SECONDS)
      .sign(this.key);
  }

  /** @returns null for anything but a token of ours that has not expired; `alg: none` included. */
  async read(token: string, now: Date): Promise<AccessClaims | null> {
    const known = this.verified.get(token);
    if (known) return known.expiresAt > now.getTime() ? known.claims : null;
    try {
      const { payload } = await jwtVerify(token, this.key, {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: AUDIENCE,
        currentDate: now,
        requiredClaims: ['exp', 'mid', 'uid', 'sid'],
      });
      const claims = {
        merchantId: Number(payload.mid),
        userId: Number(payload.uid),
        sessionId: String(payload.sid),
      };
      this.remember(token, claims, Number(payload.exp) * 1000);
      return claims;
    } catch {
      return null;
    }
  }

  private remember(token: string, claims: AccessClaims, expiresAt: number): void {
    // The oldest goes first; a Map keeps the order in which keys came.
    if (this.verified.size >= REMEMBERED) {
      const [oldest] = this.verified.keys();
      if (oldest !== undefined) this.verified.delete(oldest);
    }
    this.verified.set(token, { claims, expiresAt });
  }
}
