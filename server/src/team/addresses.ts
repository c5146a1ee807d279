/** Changing a colleague's sign-in address, which both the old and the new address must confirm. */

import { ADDRESS_SILENT_HOURS, ADDRESS_WAITS_DAYS } from '@daftar/contract/team';
import { type Actor, recordAccess, recordAudit } from '../audit/record.ts';
import { proveAddress } from '../auth/address-proof.ts';
import type { Auth } from '../auth/context.ts';
import {
  type AddressPurpose,
  mailLink,
  mayQuote,
  newAddressLink,
  revokeLinks,
  stopAddressChange,
  takeAddressLink,
} from '../auth/links.ts';
import { takeColleaguesMail } from '../auth/mail-limits.ts';
import { notifyOfSignInChange } from '../auth/notices.ts';
import { unusablePasswordHash } from '../auth/secrets.ts';
import { noteTouch } from '../auth/touches.ts';
import { composeEmail } from '../messages/email.ts';
import { sendMessage } from '../messages/send.ts';
import { sentence } from '../messages/words.ts';
import { notifyOwners } from '../notifications/owners.ts';
import * as people from '../people/writes.ts';
import type { App, Caller } from '../platform/context.ts';
import { classifyDbError, type Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import type { Schedule } from '../platform/jobs/worker.ts';
import { AddressGone, AddressTakenMeanwhile } from './errors.ts';
import { namesOf, type UserRow } from './store.ts';
import * as store from './store-addresses.ts';

const HOUR_MILLISECONDS = 3_600_000;

/**
 * Asks both addresses to confirm; until both do, the old one stays. Tells every owner. E-mails of an unverified
 * merchant contain no names, because anybody could use us to send them.
 * @throws TooManyError for an address that was sent several already
 */
export async function askAddresses(
  app: App,
  tx: Tx,
  caller: Caller,
  user: UserRow,
  to: { email: string; byOwner: boolean },
): Promise<void> {
  const now = app.clock.now();
  const key = { merchantId: caller.merchantId, userId: user.id };
  await store.upsertChange(tx, key, { ...to, askedBy: caller.userId, now });
  const { inviter, business } = await namesOf(tx, caller);
  const named = (await mayQuote(tx, caller.merchantId)) ? 'addressMail' : 'plainAddressMail';
  const expiresAt = new Date(now.getTime() + ADDRESS_WAITS_DAYS * 24 * HOUR_MILLISECONDS);
  for (const [which, address] of [
    // The new address first: when its limit is reached, the old one's is not used.
    ['new', to.email],
    ['old', user.email],
  ] as const) {
    await takeColleaguesMail(app, tx, 'address', { merchantId: caller.merchantId, to: address });
    const link = { purpose: `address-${which}`, expiresAt, locale: user.locale } as const;
    const url = await newAddressLink(app, tx, key, link);
    const params = { name: user.firstName, inviter, business, from: user.email, to: to.email };
    const say = (part: string) => sentence(user.locale, `team.${named}.${part}`, params);
    const content = composeEmail({
      locale: user.locale,
      subject: say('subject'),
      heading: say('heading'),
      paragraphs: [say(which), ...(which === 'old' && to.byOwner ? [say('silent')] : [])],
      action: { label: say('action'), url },
      ...(which === 'new' ? { footer: sentence(user.locale, 'messages.footerEntered') } : {}),
    });
    await sendMessage(app, tx, {
      merchantId: caller.merchantId,
      channel: 'email',
      to: address,
      locale: user.locale,
      ...content,
      links: [url],
      expiresAt,
    });
  }
  await notifyOwners({ ...app, db: tx }, caller, {
    kind: 'address-change-asked',
    params: { person: `${user.firstName} ${user.lastName}`, to: to.email },
    href: '/users-and-roles',
  });
}

const PURPOSES: readonly AddressPurpose[] = ['address-old', 'address-new'];

/**
 * Records the answer of one address. Either can reject the change; when both have confirmed, it takes effect.
 * @returns the state of the change.
 * @throws AddressGone, AddressTakenMeanwhile
 */
export async function answerAddress(
  app: App,
  auth: Auth,
  address: string,
  form: { token: string; agrees: boolean },
): Promise<'done' | 'waits' | 'refused'> {
  const now = app.clock.now();
  const said = await transaction(app.db, async (tx) => {
    const taken = await takeAddressLink(tx, form.token, PURPOSES, now);
    const change = taken && (await store.lockChange(tx, taken));
    if (!change) throw new AddressGone();
    const { merchantId, userId } = change;
    if (!form.agrees) {
      await stopAddressChange(tx, change, now);
      await recordAccess(tx, { merchantId, userId, email: change.oldEmail, address }, now, {
        action: 'user.address-refused',
        subject: `user:${userId}`,
        after: { email: change.email },
      });
      return { key: change, what: 'refused' as const };
    }
    const which = taken.purpose === 'address-old' ? 'old' : 'new';
    await store.recordConfirmation(tx, change, which, now);
    const isAgreed = which === 'old' ? change.newSaid : change.oldSaid;
    const isSilent = which === 'new' && change.byOwner && hasRested(app, change);
    if (!isAgreed && !isSilent) return { key: change, what: 'waits' as const };
    await move(app, tx, change, address);
    return { key: change, what: 'done' as const };
  }).catch(refusingTaken(app));
  auth.principals.evict(said.key);
  return said.what;
}

const hasRested = (app: App, { askedAt }: store.AddressChange) =>
  app.clock.now().getTime() - askedAt.getTime() >= ADDRESS_SILENT_HOURS * HOUR_MILLISECONDS;

/**
 * Moves the account to the new address and mails it a link to set a new password; all former credentials are
 * invalidated (`proveAddress`). Notifies the old address.
 */
async function move(app: App, tx: Tx, change: store.AddressChange, address: string): Promise<void> {
  const now = app.clock.now();
  const { merchantId, userId, askedBy, email, oldEmail, locale, firstName: name } = change;
  // They may have joined another business since, to which the address would give access, too.
  await people.lockPerson(tx, change);
  if (await people.isElsewhere(tx, change)) throw new AddressGone();
  await store.setAddress(tx, change, { email, passwordHash: unusablePasswordHash(), now });
  await proveAddress(app, tx, change, now);
  await stopAddressChange(tx, change, now);
  await revokeLinks(tx, change, now);
  const person = { merchantId, id: userId, email, firstName: name };
  await mailLink(app, tx, person, 'reset-password', locale);
  await noteTouch(tx, { merchantId, userId: askedBy }, userId, 'email', now);
  await notifyOfSignInChange(app, tx, { merchantId, to: oldEmail, locale, name }, 'email');
  await recordAccess(tx, { merchantId, userId, email, address }, now, {
    action: 'user.address-moved',
    subject: `user:${userId}`,
    before: { email: oldEmail },
    after: { email, asked_by: askedBy },
  });
}

/** Cancels a change of a person's address, whoever requested it. @returns whether there was one. */
export async function stopAddress(app: App, tx: Tx, caller: Actor, userId: number): Promise<boolean> {
  const now = app.clock.now();
  const isStopped = await stopAddressChange(tx, { merchantId: caller.merchantId, userId }, now);
  if (isStopped)
    await recordAudit(tx, caller, now, { action: 'user.address-stopped', subject: `user:${userId}` });
  return isStopped;
}

/** Cancels the changes of address of a person who can no longer sign in, and those that they requested. */
export async function stopAddressesOf(app: App, tx: Tx, caller: Actor, userId: number): Promise<void> {
  await stopAddress(app, tx, caller, userId);
  const asked = await store.listAskedBy(tx, { merchantId: caller.merchantId, userId });
  for (const change of asked) await stopAddress(app, tx, caller, change.userId);
}

const refusingTaken =
  (app: App) =>
  (error: unknown): never => {
    if (classifyDbError(error).kind !== 'unique') throw error;
    app.log.info('an address was taken before it was confirmed');
    throw new AddressTakenMeanwhile();
  };

const BATCH = 100;

/**
 * Completes changes that an owner requested days ago and that the old address did not answer; deletes those that are
 * too old.
 */
export async function moveSilentAddresses(app: App): Promise<void> {
  const now = app.clock.now().getTime();
  const silent = new Date(now - ADDRESS_SILENT_HOURS * HOUR_MILLISECONDS);
  for (const key of await store.listSilent(app.db, silent, BATCH)) {
    await transaction(app.db, async (tx) => {
      const change = await store.lockChange(tx, key);
      if (change?.newSaid && change.byOwner && hasRested(app, change)) await move(app, tx, change, '');
    }).catch((error) => {
      if (classifyDbError(error).kind !== 'unique' && !(error instanceof AddressGone)) throw error;
      return transaction(app.db, (tx) => stopAddressChange(tx, key, app.clock.now()));
    });
  }
  await store.dropOld(app.db, new Date(now - ADDRESS_WAITS_DAYS * 24 * HOUR_MILLISECONDS));
}

/** Job handlers by job name. */
export const teamJobs = { 'move-silent-addresses': moveSilentAddresses };
export const teamSchedules: readonly Schedule[] = [{ job: 'move-silent-addresses', cron: '23 * * * *' }];
