/** A customer's page: a summary, and a timeline of all events, without those that the caller may not see. */
import {
  CUSTOMER_EVENTS,
  type CustomerEvent,
  type CustomerEventKind,
  type CustomerSummary,
  type CustomerTimeline,
  EVENT_ACCESS,
  EVENTS_PER_PAGE,
} from '@daftar/contract/customer-page';
import { toPounds } from '@daftar/contract/money';
import type { App, Caller } from '../platform/context.ts';
import { type Place, placeText, readPlace } from './rules.ts';
import { numbersOf } from './service.ts';
import { type EntryRow, readEntries } from './store-entries.ts';
import * as store from './store-page.ts';

/** Maximum number of invoices whose open amounts are summed up. */
const OWED_MAXIMUM = 1_000;

/** Returns the summary of a customer. @throws CustomerNotFound */
export async function summarize(app: App, caller: Caller, id: number): Promise<CustomerSummary> {
  const numbers = await numbersOf(app.db, caller, id);
  const maySee = (kind: CustomerEventKind) => caller.permissions.has(EVENT_ACCESS[kind]);
  const [figures, owed, isLinking] = await Promise.all([
    maySee('payment') ? store.readFigures(app.db, caller, numbers) : null,
    maySee('invoice') ? store.readOwed(app.db, caller, numbers, app.clock.now(), OWED_MAXIMUM) : null,
    store.isToBeLinked(app.db, caller, numbers[0]!),
  ]);
  return {
    lifetime_value: figures && toPounds(figures.paidPiastres - figures.refundedPiastres),
    refunded: figures && toPounds(figures.refundedPiastres),
    payments: figures?.payments ?? null,
    last_payment_at: figures?.lastPaidAt?.toISOString() ?? null,
    open_invoices: owed?.invoices ?? null,
    owed: owed && toPounds(owed.piastres),
    owed_more: owed?.isMore ?? false,
    merged: numbers.length - 1,
    is_linking: isLinking,
  };
}

const PAGES = {
  payment: 'transaction',
  refund: 'transaction',
  chargeback: 'chargeback',
  order: 'order',
  invoice: 'invoice',
  message: 'invoice',
  note: 'note',
} as const;

function entryOf(place: Place, row: EntryRow): CustomerEvent {
  return {
    id: placeText(place),
    kind: place.kind,
    at: place.at.toISOString(),
    reference: row.reference,
    text: row.text,
    amount: row.amount === null ? null : toPounds(row.amount),
    currency: row.currency,
    status: row.status,
    channel: row.channel,
    recipient: row.recipient,
    cause: row.cause,
    subject: row.subjectId === null ? null : { kind: PAGES[place.kind], id: row.subjectId },
    author: row.author,
    is_mine: row.isMine,
    edited_at: row.editedAt?.toISOString() ?? null,
  };
}

/**
 * Reads the newest entries of some ids of a customer, or those before a place.
 * @returns the places, including those of deleted entries, and the entries.
 */
async function readTimeline(
  app: App,
  caller: Caller,
  numbers: readonly number[],
  { kind, before }: { kind?: CustomerEventKind | undefined; before?: Place | null },
  most: number,
): Promise<{ places: Place[]; entries: CustomerEvent[] }> {
  const kinds = CUSTOMER_EVENTS.filter(
    (each) => (kind === undefined || each === kind) && caller.permissions.has(EVENT_ACCESS[each]),
  );
  const places = await store.listPlaces(app.db, caller, numbers, kinds, before ?? null, most);
  const rows = await Promise.all(
    kinds.map(async (each) => {
      const ids = places.filter((place) => place.kind === each).map(({ rowId }) => rowId);
      const found = ids.length === 0 ? [] : await readEntries(app.db, caller, each, ids, app.clock.now());
      return found.map((row) => [`${each}-${row.rowId}`, row] as const);
    }),
  );
  const byPlace = new Map(rows.flat());
  const entries = places.flatMap((place) => {
    const row = byPlace.get(`${place.kind}-${place.rowId}`);
    return row ? [entryOf(place, row)] : [];
  });
  return { places, entries };
}

/** Returns one page of a customer's timeline. @throws CustomerNotFound */
export async function getTimeline(
  app: App,
  caller: Caller,
  id: number,
  asked: { kind?: CustomerEventKind | undefined; before?: string | undefined },
): Promise<CustomerTimeline> {
  const numbers = await numbersOf(app.db, caller, id);
  const before = asked.before === undefined ? null : readPlace(asked.before);
  const { places, entries } = await readTimeline(
    app,
    caller,
    numbers,
    { kind: asked.kind, before },
    EVENTS_PER_PAGE + 1,
  );
  const last = places[EVENTS_PER_PAGE - 1];
  const isMore = places.length > EVENTS_PER_PAGE;
  const beyond = isMore ? placeText(places[EVENTS_PER_PAGE]!) : null;
  return { rows: entries.filter((entry) => entry.id !== beyond), older: isMore ? placeText(last!) : null };
}
