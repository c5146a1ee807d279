/** Limits of mails with links: per requester and per recipient. */
import { takeOutside } from '../messages/outside-limits.ts';
import type { App, Visitor } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { networkOf } from '../platform/http/addresses.ts';
import { type Limit, type Taken, takeUses } from '../platform/limits/limits.ts';

/** The limit is this many times higher with a proof of work: a whole office may sign up on one day. */
const WITH_PROOF = 4;

const limitOf = (app: App, name: string, withProof: number): Limit => {
  const free = app.config.limits.linkMailsPerHour;
  return { name, free, most: free * withProof, windowSeconds: 3600 };
};

/** Counts a sign-up or a requested link by the caller's network. @throws TooManyError */
export function takeMailFrom(app: App, visitor: Pick<Visitor, 'address' | 'proof'>): Promise<Taken> {
  const use = { limit: limitOf(app, 'mails asked from', WITH_PROOF), of: networkOf(visitor.address) };
  return takeUses(app, [use], { action: 'mail', proof: visitor.proof });
}

/** Counts a mail with a link by its recipient. @throws TooManyError */
export function takeMailTo(app: App, email: string): Promise<Taken> {
  return takeUses(app, [{ limit: limitOf(app, 'mails to', 1), of: email }]);
}

/** Counters of mails caused by colleagues, kept apart so that those cannot use up the recipient's own links. */
const BY_COLLEAGUES = { invitation: 'invitations to', address: 'address mails to' } as const;

/**
 * Counts a mail caused by a colleague: for the recipient, and against the limits of unverified merchants.
 * @throws TooManyError
 */
export async function takeColleaguesMail(
  app: App,
  tx: Tx,
  what: keyof typeof BY_COLLEAGUES,
  { merchantId, to }: { merchantId: number; to: string },
): Promise<void> {
  await takeUses(app, [{ limit: limitOf(app, BY_COLLEAGUES[what], 1), of: to }]);
  await takeOutside(app, tx, { merchantId, to });
}
