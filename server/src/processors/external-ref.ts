import { drawLetters } from '../platform/references.ts';

/**
 * Creates our id of a payment or refund at a processor: 20 characters of `0-9A-Z`, 100 random bits. It fits every
 * processor's limits and is not altered in references on bank statements.
 */
export const newExternalRef = (): string => drawLetters(20);

/** Reads the id of a sandbox payment made by an earlier release: merchant and token. */
export function readFormerRef(externalRef: string): { merchantId: number; attemptToken: string } | null {
  const match = /^([1-9]\d{0,14})\.([\w-]{20,64})$/.exec(externalRef);
  return match ? { merchantId: Number(match[1]), attemptToken: match[2]! } : null;
}
