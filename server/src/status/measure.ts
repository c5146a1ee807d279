/** Measures the state of every component, once a minute by whichever process comes first. */
import { INCIDENTS_LISTED } from '@daftar/contract/ops-status';
import { STATUS_DAYS, type StatusComponent } from '@daftar/contract/status';
import { outboxAge } from '../messages/age.ts';
import type { App } from '../platform/context.ts';
import { inTransaction, type Tx } from '../platform/db/connect.ts';
import { depthByTask } from '../platform/jobs/depth.ts';
import { cairoDay, nextDay, startOfCairoDay } from '../platform/time/cairo.ts';
import { recentPayments } from '../transactions/recent.ts';
import { componentOfMethod } from './counts.ts';
import { availableMethods } from './offered.ts';
import * as rules from './rules.ts';
import * as store from './store.ts';
import * as measures from './store-measure.ts';

const MINUTE = 60_000;
/** Slightly less than a minute, so that a process that comes early does not skip one. */
const AGAIN_MILLISECONDS = 50_000;
const NOTHING: rules.Counted = { total: 0, failed: 0 };

/** The jobs of a component whose waiting time is measured. */
const TASKS = {
  webhooks: ['payment-captured', 'tell-webhook', 'deliver-webhook'],
  payouts: ['settle-due', 'expire-payouts', 'send-refund', 'follow-up-refunds'],
  messages: ['deliver-sealed-message', 'deliver-message', 'email-notification'],
} as const;

/** Measures every component that is offered. */
async function readStates(app: App, tx: Tx, now: Date): Promise<Map<StatusComponent, rules.MeasuredState>> {
  const before = (minutes: number) => new Date(now.getTime() - minutes * MINUTE);
  const counts = await measures.readCounts(tx, before(rules.COUNTED_MINUTES));
  const waiting = new Map((await depthByTask(tx)).map(({ task, oldestSeconds }) => [task, oldestSeconds]));
  const recent = new Map(
    (await recentPayments(tx, before(rules.PAYMENTS_MINUTES))).map(({ method, succeeded, failed }) => [
      method,
      { total: succeeded + failed, failed },
    ]),
  );
  const normal = await measures.readNormal(tx, cairoDay(now), rules.NORMAL_DAYS);
  const age = await outboxAge(tx);
  const oldest = (tasks: readonly string[]) => Math.max(0, ...tasks.map((task) => waiting.get(task) ?? 0));
  const states = new Map<StatusComponent, rules.MeasuredState>();
  for (const component of ['api', 'portal', 'payment-page'] as const)
    states.set(component, rules.stateOfRequests(counts.get(component) ?? NOTHING));
  for (const method of await availableMethods(app)) {
    const component = componentOfMethod(method);
    states.set(
      component,
      rules.worst([
        rules.stateOfCalls(counts.get(component) ?? NOTHING),
        rules.stateOfPayments(recent.get(method) ?? NOTHING, normal.get(method) ?? NOTHING),
      ]),
    );
  }
  states.set('webhooks', rules.stateOfWaiting(oldest(TASKS.webhooks)));
  states.set('payouts', rules.stateOfWaiting(oldest(TASKS.payouts)));
  states.set('messages', rules.stateOfWaiting(Math.max(oldest(TASKS.messages), age.email, age.sms)));
  return states;
}

/**
 * Measures, unless that was done within the last minute: writes the state of every component, and adds the minutes
 * since to the day's figures. Minutes without any access to the database count as an outage of everything.
 * @returns whether it measured
 */
export async function measure(app: App): Promise<boolean> {
  const now = app.clock.now();
  return inTransaction(app.pool, async (tx) => {
    const clock = await measures.takeClock(tx);
    if (!clock) return false;
    const last = clock.measuredAt;
    if (last && now.getTime() - last.getTime() < AGAIN_MILLISECONDS) return false;
    const states = await readStates(app, tx, now);
    const said = await store.listIncidents(tx, now, now, INCIDENTS_LISTED);
    const shown = [...states].map(([component, measured]) => {
      const state = rules.shownState(component, measured, said, now);
      // Planned maintenance is no fault.
      return { component, state: state === 'maintenance' ? ('operational' as const) : state };
    });
    await measures.writeNow(tx, states, now);
    const since = last ? Math.floor(now.getTime() / MINUTE) - Math.floor(last.getTime() / MINUTE) : 1;
    const isGap = since > rules.GAP_MINUTES;
    if (isGap && last)
      for (const { day, minutes } of daysBetween(last, new Date(now.getTime() - MINUTE)))
        await measures.addMinutes(
          tx,
          day,
          shown.map(({ component }) => ({ component, state: 'outage', minutes })),
        );
    const minutes = isGap ? 1 : Math.max(1, since);
    await measures.addMinutes(
      tx,
      cairoDay(now),
      shown.map((each) => ({ ...each, minutes })),
    );
    await measures.deleteDays(tx, nextDay(cairoDay(now), -STATUS_DAYS));
    await measures.setClock(tx, now);
    return true;
  });
}

/** Returns the minutes between two moments by day in Cairo, for the last days that are kept. */
function daysBetween(from: Date, to: Date): { day: string; minutes: number }[] {
  const days: { day: string; minutes: number }[] = [];
  const oldest = nextDay(cairoDay(to), -STATUS_DAYS);
  const [, first = oldest] = [oldest, cairoDay(from)].sort();
  for (let day = first; day <= cairoDay(to); day = nextDay(day)) {
    const begins = Math.max(from.getTime(), startOfCairoDay(day).getTime());
    const ends = Math.min(to.getTime(), startOfCairoDay(nextDay(day)).getTime());
    const minutes = Math.floor((ends - begins) / MINUTE);
    if (minutes > 0) days.push({ day, minutes });
  }
  return days;
}
