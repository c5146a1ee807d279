import { expect, test } from 'vitest';
import { AccessTokens } from './tokens.ts';

const CLAIMS = { merchantId: 1001, userId: 5001, sessionId: '307cd4b5-da66-4f1c-9d71-47d99336362e' };
const NOW = new Date('2026-11-21T10:00:00Z');
const FORMER = 'the former secret, of 32 characters';
const NEXT = 'the next secret, also 32 characters';

test('while a secret is being replaced, each server accepts the tokens of the others', async () => {
  const former = new AccessTokens([FORMER, NEXT]);
  const next = new AccessTokens([NEXT, FORMER]);
  expect(await next.read(await former.sign(CLAIMS, NOW), NOW)).toEqual(CLAIMS);
  expect(await former.read(await next.sign(CLAIMS, NOW), NOW)).toEqual(CLAIMS);
});

test('neither a former secret nor one that is only accepted signs tokens', async () => {
  const replaced = new AccessTokens([NEXT]);
  expect(await replaced.read(await new AccessTokens([FORMER]).sign(CLAIMS, NOW), NOW)).toBeNull();
  expect(await replaced.read(await new AccessTokens([FORMER, NEXT]).sign(CLAIMS, NOW), NOW)).toBeNull();
});
