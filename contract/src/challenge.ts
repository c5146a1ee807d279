/**
 * Proof of work, required of callers that do something unusually often. A reply 429 has a challenge in
 * `Daftar-Challenge`: `action.expires.nonce.target.signature`. Find the number from 0 up to {@link CHALLENGE_MAX} for
 * which SHA-256 of `action.expires.nonce.number` is `target` (hex), then repeat the call with the challenge, a dot and
 * the number in `Daftar-Proof`. A proof can be used once.
 */
export const CHALLENGE_HEADER = 'daftar-challenge';
export const PROOF_HEADER = 'daftar-proof';

/**
 * The number is below this. A search tries half of them on average: 0.5 s of CPU with Web Crypto on a desktop, one to two
 * seconds on a phone. A program with native hashing needs 0.05 s, so a proof slows it down; the upper limit stops it.
 */
export const CHALLENGE_MAX = 50_000;
