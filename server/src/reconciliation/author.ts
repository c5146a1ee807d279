import type { Operator } from '../platform/context.ts';

/** Who does something, for the audit log and messages. */
export const authorOf = ({ email: actor, address, locale }: Operator) => ({ actor, address, locale });
