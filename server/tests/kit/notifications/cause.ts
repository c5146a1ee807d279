/** For tests: how a kind of notification is brought about as it is in the product. */

import type { NotificationKind } from '../../../src/notifications/kinds.ts';
import type { App, Mode } from '../../../src/platform/context.ts';
import type { Actor, TestServer } from '../server.ts';

/** A business of its own. */
export interface Scene {
  daftar: TestServer;
  /** The owner, whose actions others are notified of. */
  maker: Actor;
  /** A colleague who holds the permissions that the kind requires, and wants e-mail. */
  reader: Actor;
}

export interface Cause {
  bring: (scene: Scene) => Promise<unknown>;
  /** Live by default. */
  mode?: Mode;
  /** The notification is only for the requester. */
  forMaker?: true;
  /** Not important enough for an e-mail. */
  bellOnly?: true;
}

export type Causes = Partial<Record<NotificationKind, Cause>>;

/** The provider's actor in the audit log. */
export const ACTOR = 'ops:test';

/** Returns the application with its clock set ahead by a number of days. */
export function inDays({ daftar }: Scene, days: number): App {
  const moment = new Date(daftar.clock.now().getTime() + days * 86_400_000);
  return { ...daftar.app, clock: { now: () => moment } };
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Calls the API in live mode, as the owner by default. @param path the part after `/merchant/` */
export const call = ({ daftar, maker }: Scene, method: Method, path: string, body?: object, as = maker) =>
  daftar.call({ method, path: `/merchant/${path}`, mode: 'live', as, body });

/** Finds the role of a colleague. @returns its id */
export async function roleOf({ daftar, maker }: Scene, { userId }: Actor): Promise<number> {
  const [row] = await daftar.database.sql<{ role: number }[]>`
    select role_id as role from users where merchant_id = ${maker.merchantId} and id = ${userId}`;
  return row!.role;
}

/** Reads the payloads of the owner's waiting jobs, oldest first. */
export async function jobsOf({ daftar, maker }: Scene, task: string): Promise<{ merchantId: number }[]> {
  const jobs = await daftar.database.sql<{ payload: { merchantId: number } }[]>`
    select p.payload from graphile_worker.jobs j join graphile_worker._private_jobs p on p.id = j.id
     where j.task_identifier = ${task} order by j.id`;
  return jobs.map(({ payload }) => payload).filter(({ merchantId }) => merchantId === maker.merchantId);
}
