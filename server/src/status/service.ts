import type { Incident, IncidentForm, IncidentUpdateForm } from '@daftar/contract/ops-status';
import { INCIDENTS_LISTED } from '@daftar/contract/ops-status';
import {
  INCIDENT_STATUSES,
  type IncidentStatus,
  type PublicIncident,
  STATUS_COMPONENTS,
  STATUS_DAYS,
  type StatusComponent,
  type StatusFacts,
} from '@daftar/contract/status';
import type { z } from 'zod/mini';
import { recordProviderAudit } from '../audit/record.ts';
import type { App, Operator } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import { InvalidError, NotFoundError } from '../platform/http/errors.ts';
import { cairoDay, nextDay } from '../platform/time/cairo.ts';
import { offeredComponents } from './offered.ts';
import * as rules from './rules.ts';
import * as store from './store.ts';

const DAY = 24 * 3_600_000;

/** Maintenance starts and ends by its two times, without an operator's action. */
function statusOf(incident: store.StoredIncident, now: Date): IncidentStatus {
  const { kind, status, startsAt, endsAt } = incident;
  if (kind === 'incident' || status === 'completed') return status;
  if (endsAt !== null && endsAt <= now) return 'completed';
  return startsAt <= now ? 'in_progress' : status;
}

/** Returns when a publication ended: by an operator, or at the planned end of maintenance. */
const endOf = ({ kind, endsAt, endedAt }: store.StoredIncident, now: Date): Date | null =>
  endedAt ?? (kind === 'maintenance' && endsAt !== null && endsAt <= now ? endsAt : null);

async function readIncidents(db: Db, now: Date, limit: number) {
  const incidents = await store.listIncidents(db, now, new Date(now.getTime() - STATUS_DAYS * DAY), limit);
  const updates = await store.listUpdates(
    db,
    incidents.map(({ id }) => id),
  );
  return incidents.map((incident) => ({
    incident,
    updates: updates.filter(({ incidentId }) => incidentId === incident.id),
  }));
}

interface Measured {
  id: StatusComponent;
  /** The current state as measured. */
  measured: rules.MeasuredState | 'unknown';
  /** The time since which it has this state; null if it was never measured. */
  since: Date | null;
}

/**
 * Reads the measured state of every component, in the page's order; before the first measurement, of those to be
 * measured.
 */
async function readMeasured(
  app: App,
  now: Date,
): Promise<{ measuredAt: Date | null; components: Measured[] }> {
  const [measuredAt, rows] = await Promise.all([store.readClock(app.db), store.listNow(app.db)]);
  if (measuredAt === null) {
    const ids = await offeredComponents(app);
    return { measuredAt, components: ids.map((id) => ({ id, measured: 'unknown', since: null })) };
  }
  const components = STATUS_COMPONENTS.flatMap((id): Measured[] => {
    const row = rows.find(({ component }) => component === id);
    if (!row) return [];
    const measured = rules.measuredNow(row.measured, measuredAt, now);
    return [{ id, measured, since: measured === 'unknown' ? measuredAt : row.since }];
  });
  return { measuredAt, components };
}

/** Reads the contents of the page from the database: a few thousand rows at most, whatever the product's size. */
export async function readFacts(app: App): Promise<StatusFacts> {
  const { db, clock } = app;
  const now = clock.now();
  const today = cairoDay(now);
  const first = nextDay(today, 1 - STATUS_DAYS);
  const [{ measuredAt, components: measured }, days, incidents] = await Promise.all([
    readMeasured(app, now),
    store.listDays(db, first),
    readIncidents(db, now, INCIDENTS_LISTED),
  ]);
  const said = incidents.map(({ incident }) => incident);
  const every = Array.from({ length: STATUS_DAYS }, (_, at) => nextDay(first, at));
  const components = measured.map(({ id, measured: state }) => {
    const its = new Map(days.filter(({ component }) => component === id).map((each) => [each.day, each]));
    return {
      id,
      state: rules.shownState(id, state, said, now),
      uptime: rules.uptimeOf([...its.values()]),
      days: every.map((day) => {
        const minutes = its.get(day);
        const { degraded = 0, partial = 0, outage = 0 } = minutes ?? {};
        return { day, state: rules.stateOfDay(minutes), minutes: { degraded, partial, outage } };
      }),
    };
  });
  return {
    state: rules.worst(components.map(({ state }) => state)),
    measuredAt: measuredAt?.toISOString() ?? null,
    components,
    incidents: incidents.map(({ incident, updates }): PublicIncident => {
      const { id, kind, impact, titleEn, titleAr, startsAt, endsAt } = incident;
      return {
        id,
        kind,
        impact,
        status: statusOf(incident, now),
        components: incident.components,
        title: { en: titleEn, ar: titleAr },
        startsAt: startsAt.toISOString(),
        endsAt: endsAt?.toISOString() ?? null,
        endedAt: endOf(incident, now)?.toISOString() ?? null,
        updates: updates.map(({ at, status, textEn, textAr }) => ({
          at: at.toISOString(),
          status,
          text: { en: textEn, ar: textAr },
        })),
      };
    }),
  };
}

/** Lists the state of every component, as measured and as shown. */
export async function listComponents(app: App) {
  const now = app.clock.now();
  const [{ components }, said] = await Promise.all([
    readMeasured(app, now),
    store.listIncidents(app.db, now, now, INCIDENTS_LISTED),
  ]);
  return components.map(({ id, measured, since }) => ({
    id,
    measured,
    shown: rules.shownState(id, measured, said, now),
    since: since?.toISOString() ?? null,
  }));
}

/** Lists the newest incidents and maintenance, those in progress first. */
export async function listIncidents({ db, clock }: App): Promise<Incident[]> {
  const now = clock.now();
  return (await readIncidents(db, now, INCIDENTS_LISTED)).map(({ incident, updates }) => ({
    id: incident.id,
    kind: incident.kind,
    impact: incident.impact,
    status: statusOf(incident, now),
    components: incident.components,
    title_en: incident.titleEn,
    title_ar: incident.titleAr,
    starts_at: incident.startsAt.toISOString(),
    ends_at: incident.endsAt?.toISOString() ?? null,
    ended_at: endOf(incident, now)?.toISOString() ?? null,
    updates: updates.map(({ at, status, textEn, textAr, author }) => ({
      at: at.toISOString(),
      status,
      text_en: textEn,
      text_ar: textAr,
      by: author,
    })),
  }));
}

/**
 * Checks the times of a form.
 * @throws InvalidError unless maintenance has two times in order, the second in the future
 */
function windowOf({ starts_at, ends_at }: z.output<typeof IncidentForm>, now: Date) {
  if (!starts_at) throw InvalidError.field('starts_at', 'Required');
  if (!ends_at) throw InvalidError.field('ends_at', 'Required');
  const [startsAt, endsAt] = [new Date(starts_at), new Date(ends_at)];
  if (endsAt <= now) throw InvalidError.field('ends_at', 'MomentInPast');
  if (endsAt <= startsAt) throw InvalidError.field('ends_at', 'RangeReversed');
  return { startsAt, endsAt };
}

/** Publishes an incident, or planned maintenance, with its first update. @returns its id @throws InvalidError */
export async function publish(
  app: App,
  operator: Operator,
  form: z.output<typeof IncidentForm>,
): Promise<number> {
  const now = app.clock.now();
  const { kind, title_en: titleEn, title_ar: titleAr } = form;
  const isIncident = kind === 'incident';
  if (isIncident && !form.impact) throw InvalidError.field('impact', 'Required');
  const incident = {
    kind,
    impact: isIncident ? (form.impact ?? null) : null,
    status: isIncident ? ('investigating' as const) : ('scheduled' as const),
    components: STATUS_COMPONENTS.filter((each) => form.components.includes(each)),
    titleEn,
    titleAr,
    ...(isIncident ? { startsAt: now, endsAt: null } : windowOf(form, now)),
  };
  return transaction(app.db, async (tx) => {
    const id = await store.insertIncident(tx, incident, now);
    await store.insertUpdate(tx, {
      incidentId: id,
      at: now,
      status: incident.status,
      textEn: form.text_en,
      textAr: form.text_ar,
      author: operator.email,
    });
    await recordProviderAudit(tx, { actor: operator.email, address: operator.address }, now, {
      action: 'incident.publish',
      subject: `incident:${id}`,
      after: {
        kind,
        impact: incident.impact,
        components: incident.components,
        title: titleEn,
        text: form.text_en,
      },
    });
    return id;
  });
}

/** Adds an update to an incident or maintenance. @throws NotFoundError, InvalidError for a status of the other kind */
export async function update(
  app: App,
  operator: Operator,
  id: number,
  form: z.output<typeof IncidentUpdateForm>,
): Promise<void> {
  const now = app.clock.now();
  await transaction(app.db, async (tx) => {
    const incident = await store.lockIncident(tx, id);
    if (!incident) throw new NotFoundError();
    const { kind, impact: before, status: from } = incident;
    const statuses: readonly IncidentStatus[] = INCIDENT_STATUSES[kind];
    const { status } = form;
    if (!statuses.includes(status)) throw InvalidError.field('status', 'Invalid');
    const impact = kind === 'incident' ? (form.impact ?? before) : null;
    const endedAt = status === statuses.at(-1) ? (incident.endedAt ?? now) : null;
    await store.changeIncident(tx, id, { status, impact, endedAt });
    await store.insertUpdate(tx, {
      incidentId: id,
      at: now,
      status,
      textEn: form.text_en,
      textAr: form.text_ar,
      author: operator.email,
    });
    await recordProviderAudit(tx, { actor: operator.email, address: operator.address }, now, {
      action: 'incident.update',
      subject: `incident:${id}`,
      before: { status: from, impact: before },
      after: { status, impact, text: form.text_en },
    });
  });
}
