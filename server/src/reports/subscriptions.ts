/** What recipients do from their mails, without signing in. */
import type { App } from '../platform/context.ts';
import * as recipients from './store-recipients.ts';

type Ref = { merchantId: number; id: number };

/** The report of a recipient, and whether they want it; null when it is gone. */
export async function findSubscription(app: App, ref: Ref): Promise<{ name: string; isOn: boolean } | null> {
  const found = await recipients.findRecipient(app.db, ref);
  return found && { name: found.report, isOn: found.state !== 'unsubscribed' };
}

/** Takes a recipient off a report, or puts them on it again. */
export const subscribeToReport = (app: App, ref: Ref, wants: boolean): Promise<boolean> =>
  recipients.subscribe(app.db, ref, wants, app.clock.now());

/** An address confirms that it wants a report. @returns whether it can */
export const confirmAddress = (app: App, ref: Ref): Promise<boolean> =>
  recipients.confirm(app.db, ref, app.clock.now());
