/** Checks credentials with a call to the processor that changes nothing. */
import type { ProcessorCheck } from '@daftar/contract/ops-processors';
import type { App } from '../platform/context.ts';
import { ProcessorError } from './errors.ts';
import type { AccountSettings } from './gateway.ts';
import { httpClient } from './http.ts';
import { type Change, getAccount, settingsAfter, settingsBy } from './manage.ts';
import { settingsOf } from './secrets.ts';
import { adapterOf } from './validate.ts';

const CHECK_MILLISECONDS = 10_000;
const http = httpClient();

/** Checks the credentials of an account, on or off. @throws AccountNotFound */
export async function checkAccount(app: App, id: number): Promise<ProcessorCheck> {
  const account = await getAccount(app.db, id);
  return check(app, account.adapter, settingsOf(app, account));
}

/** Checks the credentials that an account would have after a waiting change. @throws as {@link settingsAfter} */
export async function checkChange(app: App, id: number): Promise<ProcessorCheck> {
  const draft = await settingsAfter(app, id);
  return check(app, draft.adapter, draft);
}

/** Checks the credentials that an account would have. `accountId`: null for a new one. @throws as {@link settingsBy} */
export async function checkBefore(
  app: App,
  accountId: number | null,
  change: Change,
): Promise<ProcessorCheck> {
  const draft = await settingsBy(app, accountId, change);
  return check(app, draft.adapter, draft);
}

async function check(app: App, adapter: string, settings: AccountSettings): Promise<ProcessorCheck> {
  const { clock, log } = app;
  try {
    const gateway = adapterOf(app, adapter).open(settings, { clock, log, http });
    const unproved = await gateway.check(AbortSignal.timeout(CHECK_MILLISECONDS));
    return { result: 'works', explanation: unproved };
  } catch (error) {
    if (!(error instanceof ProcessorError)) throw error;
    return { result: error.kind, explanation: error.message };
  }
}
