/** Actions of recipients from their e-mails, without signing in. */
import type { App } from '../platform/context.ts';
import * as recipients from './store-recipients.ts';

type Ref = { merchantId: number; id: number };

/** Finds the report of a recipient, and whether they are subscribed; null when it is gone. */
export async function findSubscription(app: App, ref: Ref): Promise<{ name: string; isOn: boolean } | null> {
  const found = await recipients.findRecipient(app.db, ref);
  return found && { name: found.report, isOn: found.state !== 'unsubscribed' };
}

/** Unsubscribes a recipient from a report, or subscribes them again. */
export const subscribeToReport = (app: App, ref: Ref, wants: boolean): Promise<boolean> =>
  recipients.subscribe(app.db, ref, wants, app.clock.now());

/** Confirms that an address wants a report. @returns whether it can */
export const confirmAddress = (app: App, ref: Ref): Promise<boolean> =>
  recipients.confirm(app.db, ref, app.clock.now());
