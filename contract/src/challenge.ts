/**
 * Proof of work, asked of who does something unusually often. A reply 429 names a challenge in `Daftar-Challenge`:
 * `action.expires.nonce.target.signature`. The number from 0 up to {@link CHALLENGE_MOST} is to be found for which
 * SHA-256 of `action.expires.nonce.number` is `target` (hex); the call is then made once more with the challenge, a dot
 * and the number in `Daftar-Proof`. A proof is good once.
 */
export const CHALLENGE_HEADER = 'daftar-challenge';
export const PROOF_HEADER = 'daftar-proof';

/** The number to be found is smaller: a second or two of a phone, on average half of the longest search. */
export const CHALLENGE_MOST = 50_000;
