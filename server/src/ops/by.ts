import type { Caller, Mode, Operator } from '../platform/context.ts';

/** Returns an operator as the author of audit entries about a merchant. */
export function authorOf(operator: Operator, merchantId?: number) {
  const { email: actor, address } = operator;
  return merchantId === undefined ? { actor, address } : { actor, address, merchantId };
}

/** Returns a caller with which an operator reads a merchant's data through the nouns' services; never used to write. */
export function readerOf(operator: Operator, merchantId: number, mode: Mode): Caller {
  const { email, locale, address, sessionKey: sessionId } = operator;
  const nobody = { userId: 0, permissions: new Set<never>(), merchantStatus: 0 };
  return { ...nobody, merchantId, mode, email, locale, address, sessionId };
}
