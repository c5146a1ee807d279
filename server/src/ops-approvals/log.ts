import type { LoggedSide } from '../audit/fields.ts';
import { recordProviderAudit } from '../audit/record.ts';
import type { Operator } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';

/** Logs an event of a request. `after` holds the values to log; empty ones are omitted. */
export async function log(
  tx: Tx,
  by: { actor: string; address?: string } | Pick<Operator, 'email' | 'address'>,
  now: Date,
  action: 'ask' | 'approve' | 'decline' | 'withdraw',
  { id, merchantId, ...after }: { id: number; merchantId: number | null } & LoggedSide,
): Promise<void> {
  const { address } = by;
  const author = {
    actor: 'actor' in by ? by.actor : by.email,
    ...(address === undefined ? {} : { address }),
    ...(merchantId === null ? {} : { merchantId }),
  };
  const told: LoggedSide = Object.fromEntries(Object.entries(after).filter(([, value]) => value !== ''));
  await recordProviderAudit(tx, author, now, {
    action: `ops-approval.${action}`,
    subject: `ops-approval:${id}`,
    after: told,
  });
}
