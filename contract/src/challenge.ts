/**
 * Proof of work, required of callers that do something unusually often. A reply 429 has a challenge in
 * `Daftar-Challenge`: `action.expires.nonce.target.signature`. Find the number from 0 up to {@link CHALLENGE_MAX} for
 * which SHA-256 of `action.expires.nonce.number` is `target` (hex), then repeat the call with the challenge, a dot and
 * the number in `Daftar-Proof`. A proof can be used once.
 */
export const CHALLENGE_HEADER = 'daftar-challenge';
export const PROOF_HEADER = 'daftar-proof';

/** The number is below this: a phone needs a second or two, on average for half of the longest search. */
export const CHALLENGE_MAX = 50_000;
