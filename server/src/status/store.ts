import type { IncidentImpact, IncidentKind, IncidentStatus, StatusComponent } from '@daftar/contract/status';
import type { Db, Tx } from '../platform/db/connect.ts';
import type { DayMinutes, MeasuredState } from './rules.ts';

export interface StoredIncident {
  id: number;
  kind: IncidentKind;
  impact: IncidentImpact | null;
  status: IncidentStatus;
  components: StatusComponent[];
  titleEn: string;
  titleAr: string;
  startsAt: Date;
  endsAt: Date | null;
  endedAt: Date | null;
}

export interface StoredUpdate {
  incidentId: number;
  at: Date;
  status: IncidentStatus;
  textEn: string;
  textAr: string;
  author: string;
}

/** Reads the time of the last measurement; null before the first. */
export async function readClock(db: Db): Promise<Date | null> {
  const [row] = await db<{ at: Date | null }[]>`select measured_at as at from status_clock`;
  return row?.at ?? null;
}

export function listNow(
  db: Db,
): Promise<{ component: StatusComponent; measured: MeasuredState; since: Date }[]> {
  return db<
    { component: StatusComponent; measured: MeasuredState; since: Date }[]
  >`select component, measured, since from status_now`;
}

/** Lists the days of every component, from a given one on. */
export function listDays(
  db: Db,
  from: string,
): Promise<(DayMinutes & { day: string; component: StatusComponent })[]> {
  return db<(DayMinutes & { day: string; component: StatusComponent })[]>`
    select day, component, operational, degraded, partial, outage from status_days where day >= ${from}`;
}

const columns = (db: Db) => db`
  id, kind, impact, status, components, title_en as "titleEn", title_ar as "titleAr", starts_at as "startsAt",
  ends_at as "endsAt", ended_at as "endedAt"`;

/** Lists publications in progress, and after them those that ended since a moment; the newest first. */
export function listIncidents(db: Db, now: Date, endedSince: Date, limit: number): Promise<StoredIncident[]> {
  // Planned maintenance ends with its window, without an operator's action.
  const end = db`coalesce(ended_at, ends_at, 'infinity')`;
  return db<StoredIncident[]>`
    select ${columns(db)} from incidents where ${end} >= ${endedSince}
     order by (${end} > ${now}) desc, starts_at desc, id desc limit ${limit}`;
}

export function listUpdates(db: Db, incidentIds: readonly number[]): Promise<StoredUpdate[]> {
  return db<StoredUpdate[]>`
    select incident_id as "incidentId", at, status, text_en as "textEn", text_ar as "textAr", author
      from incident_updates where incident_id = any(${[...incidentIds]}) order by at desc, id desc`;
}

export async function insertIncident(
  tx: Tx,
  incident: Omit<StoredIncident, 'id' | 'endedAt'>,
  now: Date,
): Promise<number> {
  const { kind, impact, status, components, titleEn, titleAr, startsAt, endsAt } = incident;
  const [row] = await tx<{ id: number }[]>`
    insert into incidents (kind, impact, components, title_en, title_ar, status, starts_at, ends_at, created_at)
    values (${kind}, ${impact}, ${components}, ${titleEn}, ${titleAr}, ${status}, ${startsAt}, ${endsAt}, ${now})
    returning id`;
  return row!.id;
}

export async function lockIncident(tx: Tx, id: number): Promise<StoredIncident | undefined> {
  const [row] = await tx<StoredIncident[]>`select ${columns(tx)} from incidents where id = ${id} for update`;
  return row;
}

export async function changeIncident(
  tx: Tx,
  id: number,
  to: Pick<StoredIncident, 'status' | 'impact' | 'endedAt'>,
): Promise<void> {
  await tx`
    update incidents set status = ${to.status}, impact = ${to.impact}, ended_at = ${to.endedAt} where id = ${id}`;
}

export async function insertUpdate(tx: Tx, update: StoredUpdate): Promise<void> {
  const { incidentId, at, status, textEn, textAr, author } = update;
  await tx`
    insert into incident_updates (incident_id, at, status, text_en, text_ar, author)
    values (${incidentId}, ${at}, ${status}, ${textEn}, ${textAr}, ${author})`;
}
