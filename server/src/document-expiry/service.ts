/** Expiring documents of merchants: reminders, and a settlement hold some days after the expiry. */
import {
  EXPIRING_DOCUMENTS,
  type ExpiringDocument,
  type ExpiryRow,
  type MerchantExpiries,
} from '@daftar/contract/ops-documents';
import type { Paging } from '@daftar/contract/paging';
import { recordProviderAudit } from '../audit/record.ts';
import * as merchants from '../merchants/writes.ts';
import { tellOwners } from '../notifications/owners.ts';
import { onDay, opsList } from '../ops-lists/list.ts';
import type { App } from '../platform/context.ts';
import { transaction } from '../platform/db/transaction.ts';
import { NotFoundError } from '../platform/http/errors.ts';
import { translate } from '../platform/i18n/translate.ts';
import { eachDue } from '../platform/jobs/batches.ts';
import { cairoDay } from '../platform/time/cairo.ts';
import { AFTER, lastSoonDay, plusDays, reminderOn, stateOn } from './rules.ts';
import * as store from './store.ts';

const todayOf = ({ clock }: App) => cairoDay(clock.now());

/** The list of expiring documents of all merchants, as a page and as a file. */
export const expiries = opsList<
  Paging<'expires_on'>,
  store.ExpiryFilters,
  store.Expiry & { merchantName: string },
  ExpiryRow,
  string
>({
  what: 'documents',
  find: (app, _paging, filters) => (db) => {
    const today = todayOf(app);
    return store.expirySource(db, filters, { today, soon: lastSoonDay(today) });
  },
  ready: todayOf,
  wireOf: (row, _locale, _operator, today) => ({
    id: row.id,
    merchant: { id: row.merchantId, name: row.merchantName },
    kind: row.kind,
    expires_on: row.expiresOn,
    state: stateOn(today, row),
  }),
  cells: (say) => ({
    merchant: (row) => row.merchant.name,
    merchantId: (row) => row.merchant.id,
    document: (row) => say(`ops.documentKind.${row.kind}`),
    validUntil: (row) => onDay(row.expires_on),
    status: (row) => say(`ops.documentState.${row.state}`),
  }),
});

/** Returns every kind of document of a merchant. */
export async function readExpiries(app: App, merchantId: number): Promise<MerchantExpiries> {
  const today = cairoDay(app.clock.now());
  const known = await store.listOfMerchant(app.db, merchantId);
  return EXPIRING_DOCUMENTS.map((kind) => {
    const found = known.find((each) => each.kind === kind);
    return { kind, expires_on: found?.expiresOn ?? null, state: found ? stateOn(today, found) : null };
  });
}

/**
 * Sets the expiry day of a document. Lifts the settlement hold that its expiry had caused, unless an operator has
 * held for another reason since; another expired document holds again at the next run.
 * @throws NotFoundError
 */
export async function saveExpiry(
  app: App,
  by: { actor: string; address?: string },
  merchantId: number,
  { kind, expiresOn, reason }: { kind: ExpiringDocument; expiresOn: string | null; reason: string },
): Promise<void> {
  const now = app.clock.now();
  const today = cairoDay(now);
  await transaction(app.db, async (tx) => {
    const merchant = await store.lockHold(tx, merchantId);
    if (!merchant) throw new NotFoundError();
    const known = await store.listOfMerchant(tx, merchantId);
    const before = known.find((each) => each.kind === kind);
    const isOver = expiresOn !== null && expiresOn < today;
    const isHeldByIt = before?.holdReason != null && before.holdReason === merchant.reason;
    // Without a day there is no new document, so only two operators can lift the hold.
    const lifts = isHeldByIt && expiresOn !== null && !isOver;
    const holdReason = isHeldByIt && isOver ? before.holdReason : null;
    await store.writeExpiry(tx, merchantId, { kind, expiresOn, holdReason }, { actor: by.actor, now });
    if (lifts) await merchants.setSettlementHold(tx, merchantId, null, now);
    await recordProviderAudit(tx, { ...by, merchantId }, now, {
      action: 'merchant.document-expiry',
      subject: `merchant:${merchantId}`,
      before: { kind, expiresOn: before?.expiresOn ?? null },
      after: { kind, expiresOn, reason, ...(lifts ? { holdLifted: true } : {}) },
    });
    if (lifts)
      await tellOwners(
        { ...app, db: tx },
        { merchantId, mode: 'live' },
        { kind: 'document-renewed', params: { document: kind }, href: '/settlements' },
      );
  });
}

/**
 * Reminds live merchants 30, 7 and 1 days before a document expires and once it has, and holds settlements some days
 * later. Does each once, however often it runs.
 * @throws PartlyFailed when some failed
 */
export async function remindOfDocuments(app: App): Promise<void> {
  const now = app.clock.now();
  const today = cairoDay(now);
  const heldBefore = plusDays(today, -app.config.documentGraceDays);
  await eachDue(
    app,
    'reminding of documents',
    (limit, offset) => store.listDue(app.db, { today, heldBefore }, limit, offset),
    (due) =>
      transaction(app.db, async (tx) => {
        const found = await store.lockDue(tx, due);
        const days = found && reminderOn(today, found.expiresOn);
        if (!found || days == null) return false;
        const { kind, expiresOn, merchantId } = found;
        const tell = (what: 'expires' | 'expired' | 'held') =>
          tellOwners(
            { ...app, db: tx },
            { merchantId, mode: 'live' },
            {
              kind: `document-${what}`,
              params: { document: kind, day: expiresOn },
              href: '/support/create-ticket',
            },
          );
        let { holdReason } = found;
        if (expiresOn < heldBefore && holdReason === null && !found.isHeld) {
          holdReason = reasonOf(kind, expiresOn);
          await merchants.setSettlementHold(tx, merchantId, holdReason, now);
          await recordProviderAudit(tx, { actor: 'job:remind-of-documents', merchantId }, now, {
            action: 'merchant.settlement-hold',
            subject: `merchant:${merchantId}`,
            before: { reason: null },
            after: { reason: holdReason },
          });
          await tell('held');
        } else if (found.toldDays === null || found.toldDays > days) {
          await tell(days === AFTER ? 'expired' : 'expires');
        }
        await store.writeDone(tx, due, { toldDays: days, holdReason });
        return true;
      }),
  );
}

/** Returns the reason of a hold, in both languages for operators. */
const reasonOf = (kind: ExpiringDocument, day: string): string =>
  (['en', 'ar'] as const)
    .map((locale) =>
      translate(locale, {
        key: 'document-expiry.holdReason',
        params: { document: translate(locale, `notifications.document.${kind}`), dateDay: day },
      }),
    )
    .join(' · ');
