import type { Operator } from '../platform/context.ts';

/** Returns the author of an action, for the audit log and messages. */
export const authorOf = ({ email: actor, address, locale }: Operator) => ({ actor, address, locale });
