import type { InvoiceMessage, ReminderSettings } from '@daftar/contract/invoices';
import type * as z from 'zod/mini';
import { recordAudit } from '../audit/record.ts';
import type { App, Caller, Scope } from '../platform/context.ts';
import { transaction } from '../platform/db/transaction.ts';
import type { Page } from '../platform/lists/page.ts';
import { InvoiceNotFound } from './errors.ts';
import { invoiceExists } from './store.ts';
import * as messages from './store-messages.ts';
import { readReminders, writeReminders } from './store-reminders.ts';

type Settings = z.output<typeof ReminderSettings>;

/** Returns the reminder settings of a mode; null where reminders are off. */
export async function getReminders(app: App, scope: Scope): Promise<Settings> {
  const { beforeDays, afterDays } = await readReminders(app.db, scope);
  return {
    before_days: beforeDays as Settings['before_days'],
    after_days: afterDays as Settings['after_days'],
  };
}

/** Turns reminders on or off; applies to due dates from now on. */
export async function saveReminders(app: App, caller: Caller, form: Settings): Promise<void> {
  const now = app.clock.now();
  await transaction(app.db, async (tx) => {
    const before = await readReminders(tx, caller);
    const after = { beforeDays: form.before_days, afterDays: form.after_days };
    await writeReminders(tx, caller, after, now);
    await recordAudit(tx, caller, now, {
      action: 'invoice.reminders',
      subject: `merchant:${caller.merchantId}`,
      before: { ...before },
      after,
    });
  });
}

/** Lists one page of an invoice's messages: recipient, time and delivery state. @throws InvoiceNotFound */
export async function listMessages(
  app: App,
  caller: Caller,
  id: number,
  paging: Parameters<typeof messages.listMessages>[3],
): Promise<Page<z.output<typeof InvoiceMessage>>> {
  if (!(await invoiceExists(app.db, caller, id))) throw new InvoiceNotFound();
  const { rows, meta } = await messages.listMessages(app.db, caller, id, paging);
  const shown = rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    channel: row.channel,
    to: row.to,
    customer_name: row.customerName,
    state: row.state,
    created_at: row.createdAt.toISOString(),
  }));
  return { rows: shown, meta };
}
