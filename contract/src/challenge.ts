/**
 * Proof of work, required from callers that do something unusually often. A 429 reply carries a challenge in
 * `Daftar-Challenge`: `action.expires.nonce.target.signature`. Find the number from 0 up to {@link CHALLENGE_MAX} for
 * which SHA-256 of `action.expires.nonce.number` is `target` (hex), then repeat the call with the challenge, a dot and
 * the number in `Daftar-Proof`. A proof can be used once.
 */
export const CHALLENGE_HEADER = 'daftar-challenge';
export const PROOF_HEADER = 'daftar-proof';

/**
 * Exclusive upper bound of the number. A search tries half of them on average: 0.5 s of CPU with Web Crypto on a
 * desktop, one to two seconds on a phone. A program with native hashing needs 0.05 s: the proof only slows it down, and
 * the rate limit above stops it.
 */
export const CHALLENGE_MAX = 50_000;
