/** Every kind of notification, brought about as it is in the product, reaches its readers in all three ways. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Cause, jobsOf, type Scene } from '../../tests/kit/notifications/cause.ts';
import { accountCauses } from '../../tests/kit/notifications/causes-account.ts';
import { approvalCauses } from '../../tests/kit/notifications/causes-approvals.ts';
import { balanceCauses } from '../../tests/kit/notifications/causes-balance.ts';
import { paymentCauses } from '../../tests/kit/notifications/causes-payments.ts';
import { teamCauses } from '../../tests/kit/notifications/causes-team.ts';
import { openStream } from '../../tests/kit/notifications/stream.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { notificationJobs } from './email.ts';
import { NOTIFICATION_KINDS, type NotificationKind } from './kinds.ts';

let daftar: TestServer;
let address: string;
beforeAll(async () => {
  daftar = await startTestServer();
  address = await daftar.server.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  // Connections that a browser keeps open would delay the end; the product's shutdown cuts them.
  daftar.server.server.closeAllConnections();
  await daftar.close();
});

/** The cause of each kind. A kind added to `kinds.ts` does not compile here until it has a cause. */
const CAUSES: Record<NotificationKind, Cause> = {
  ...accountCauses,
  ...approvalCauses,
  ...balanceCauses,
  ...paymentCauses,
  ...teamCauses,
};

/** Returns the recipients of a notification's e-mail. */
async function mailed(scene: Scene, id: number): Promise<string[]> {
  for (const payload of await jobsOf(scene, 'email-notification'))
    await notificationJobs['email-notification']!(daftar.app, payload);
  const rows = await daftar.database.sql<{ to: string }[]>`
    select recipient as "to" from messages
     where merchant_id = ${scene.maker.merchantId} and dedupe_key like ${`notification:${id}:%`}`;
  return rows.map(({ to }) => to);
}

const kinds = Object.keys(NOTIFICATION_KINDS) as NotificationKind[];

describe.each(kinds)('%s', (kind) => {
  test('is streamed at once, listed in both languages, and e-mailed to users who may see and want it', async () => {
    const { bring, mode = 'live', forMaker, bellOnly } = CAUSES[kind];
    const anyOf = NOTIFICATION_KINDS[kind];
    const deciders = ['transaction-refund', 'payout-request-transactions'] as const;
    const held = [...(anyOf ?? []), ...(kind.startsWith('approval') ? deciders : [])];
    const maker = await daftar.merchant();
    const reader = await daftar.colleague(maker, held);
    const quiet = await daftar.colleague(maker, held);
    const blind = await daftar.colleague(maker, ['products-list']);
    await daftar.database.sql`update users set receive_notifications = false where id = ${quiet.userId}`;
    const person = forMaker ? maker : reader;
    const scene = { daftar, maker, reader };

    const stream = await openStream(address, person, mode);
    await bring(scene);
    let heard: { notificationId: number; kind: string } | undefined;
    while (heard?.kind !== kind) {
      const news = await stream.next();
      if (!news) throw new Error('the stream ended');
      heard = news.data as typeof heard;
    }
    stream.close();
    const id = heard.notificationId;

    const bell = async (as: Actor, locale: string) => {
      const headers = { 'accept-language': locale };
      const { body } = await daftar.call({ path: '/merchant/notifications', mode, as, headers });
      const items = body.data.data as { notificationId: number; content: string }[];
      return items.find(({ notificationId }) => notificationId === id)?.content;
    };
    const [english, arabic] = [await bell(person, 'en-US'), await bell(person, 'ar-EG')];
    expect(english).toMatch(/^[A-Z0-9\u2068]/);
    expect(arabic).toMatch(/[\u0600-\u06ff]/);
    for (const sentence of [english, arabic])
      expect(sentence).not.toMatch(/\{\{|notifications\.|NaN|undefined/);
    if (anyOf !== null) expect(await bell(blind, 'en-US')).toBeUndefined();

    const to = await mailed(scene, id);
    if (bellOnly) expect(to).toEqual([]);
    else expect(to).toContain(person.email);
    expect(to).not.toContain(quiet.email);
    if (anyOf !== null) expect(to).not.toContain(blind.email);
  });
});
