/**
 * Proof of work: finding the number whose hash is given. It costs a browser about half a second of CPU (a program
 * with native hashing a tenth of that) each time, needs no third party, and its longest search is known.
 */
import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { CHALLENGE_MAX } from '@daftar/contract/challenge';
import type { App } from '../context.ts';
import { guestKey } from '../keys.ts';

const MINUTES = 20;

type Keyed = Pick<App, 'clock' | 'config'>;

const sign = (app: Keyed, text: string) =>
  createHmac('sha256', guestKey(app, 'challenge')).update(text).digest('base64url');
const hashOf = (salt: string, number: string) =>
  createHash('sha256').update(`${salt}.${number}`).digest('hex');

/** Creates a challenge, `action.expires.nonce.target.signature`; its proof is the challenge, a dot and the number. */
export function newChallenge(app: Keyed, action: string): string {
  const expires = Math.floor(app.clock.now().getTime() / 1000) + MINUTES * 60;
  const salt = `${action}.${expires}.${randomBytes(12).toString('base64url')}`;
  const open = `${salt}.${hashOf(salt, String(randomInt(CHALLENGE_MAX)))}`;
  return `${open}.${sign(app, open)}`;
}

/** Returns whether this is a valid proof for an unexpired challenge of this action. It may have been used before. */
export function isProof(app: Keyed, action: string, proof: string): boolean {
  const [of = '', expires = '', nonce = '', target = '', signature = '', number = ''] = proof
    .slice(0, 500)
    .split('.');
  const salt = `${of}.${expires}.${nonce}`;
  const right = Buffer.from(sign(app, `${salt}.${target}`));
  const given = Buffer.from(signature);
  return (
    given.length === right.length &&
    timingSafeEqual(given, right) &&
    of === action &&
    Number(expires) * 1000 > app.clock.now().getTime() &&
    hashOf(salt, number) === target
  );
}
