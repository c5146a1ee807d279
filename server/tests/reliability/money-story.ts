/**
 * Sixteen clients of a few merchants who run every operation with money concurrently; records the replies, so that they
 * can be checked after the product was killed.
 */
import { pino } from 'pino';
import { decideByReference, openByReference } from '../../src/chargebacks/decide.ts';
import { loadConfig } from '../../src/config.ts';
import type { App } from '../../src/platform/context.ts';
import type { Sql } from '../../src/platform/db/connect.ts';
import { AppError } from '../../src/platform/http/errors.ts';
import { systemClock } from '../../src/platform/time/clock.ts';
import { processorsOf } from '../../src/processors/registry.ts';
import { CREATE_LINK, cardPost, linkForm, PASSWORD, type Reply, send } from './client.ts';

const CLIENTS = 16;
const BASE = '/api/sandbox/merchant';

/** A merchant of the test. */
export interface Shop {
  email: string;
  authorization: string;
  links: { id: number; path: string }[];
  payments: { id: number; reference: string }[];
  disputes: string[];
}

/** A create call with its idempotency key. */
export interface Asked {
  kind: 'link' | 'refund' | 'payout';
  key: string;
  path: string;
  body: object;
  shop: Shop;
}

/** The recorded replies, and requests without one. */
export interface Story {
  shops: Shop[];
  /** Each with its exact reply. */
  created: (Asked & { raw: string })[];
  /** Interrupted before a reply. */
  unanswered: Asked[];
  tokens: string[];
  attempts: string[];
  settlements: string[];
  /** Opened disputes, and their decisions. */
  disputes: Map<string, 0 | 1 | 2>;
  /** Started operations without a key, some of which may have happened without a reply. */
  begun: { pay: number; settle: number; dispute: number };
  serial: number;
  /** Completed operations, including refusals. */
  done: number;
  refused: number;
}

/** An empty record. */
export const newStory = (shops: Shop[]): Story => ({
  shops,
  created: [],
  unanswered: [],
  tokens: [],
  attempts: [],
  settlements: [],
  disputes: new Map(),
  begun: { pay: 0, settle: 0, dispute: 0 },
  serial: 0,
  done: 0,
  refused: 0,
});

/** The running product. */
export interface Stage {
  origin: string;
  /** The database, for the provider's staff. */
  sql: Sql;
  random: () => number;
}

/** Sends a create call. */
export const ask = ({ origin }: Pick<Stage, 'origin'>, { path, body, shop, key }: Asked): Promise<Reply> =>
  send(origin, path, { body, headers: { authorization: shop.authorization, 'idempotency-key': key } });

/** Whether a business rule refused it, which is legal. Any other failure fails the test. */
function isRefusal({ status, raw }: Reply): boolean {
  if (status < 300 || status === 303) return false;
  if (status === 400 || status === 422) return true;
  throw new Error(`${status}: ${raw}`);
}

async function create(stage: Stage, story: Story, asked: Omit<Asked, 'key'>): Promise<Reply | null> {
  const one = { ...asked, key: `key-${++story.serial}` };
  story.unanswered.push(one);
  const reply = await ask(stage, one);
  story.unanswered.splice(story.unanswered.indexOf(one), 1);
  if (isRefusal(reply)) {
    story.refused += 1;
    return null;
  }
  story.created.push({ ...one, raw: reply.raw });
  return reply;
}

type Step = (stage: Stage, story: Story, shop: Shop) => Promise<void>;
const pick = <T>(random: () => number, from: readonly T[]): T | undefined =>
  from[Math.floor(random() * from.length)];

const signIn: Step = async ({ origin }, story, { email }) => {
  const reply = await send(origin, '/api/merchant/login', { body: { email, password: PASSWORD } });
  if (!isRefusal(reply)) story.tokens.push(reply.body.data.access_token);
};

const createLink: Step = async (stage, story, shop) => {
  const body = { ...linkForm(`Link ${story.serial}`, 50), due_date: '2039-01-01T00:00:00Z' };
  const reply = await create(stage, story, { kind: 'link', path: CREATE_LINK, body, shop });
  if (reply) shop.links.push({ id: reply.body.data.id, path: new URL(reply.body.data.link).pathname });
};

const pay: Step = async (stage, story, shop) => {
  const link = pick(stage.random, shop.links);
  if (!link) return createLink(stage, story, shop);
  story.begun.pay += 1;
  const email = `payer${++story.serial}@example.com`;
  const paid = await send(stage.origin, link.path, { body: cardPost({ email }) });
  if (isRefusal(paid)) {
    story.refused += 1;
    return;
  }
  story.attempts.push(paid.headers.get('location')!.split('/').at(-1)!);
  const { authorization } = shop;
  const list = await send(stage.origin, `${BASE}/payment_links/${link.id}/transactions`, {
    headers: { authorization },
  });
  for (const { id, reference } of list.body.data) {
    if (!shop.payments.some((known) => known.id === id)) shop.payments.push({ id, reference });
  }
};

const refund: Step = async (stage, story, shop) => {
  const payment = pick(stage.random, shop.payments);
  if (!payment) return pay(stage, story, shop);
  const amount = (1 + Math.floor(stage.random() * 16_000)) / 100;
  const path = `${BASE}/transactions/${payment.id}/refunds`;
  await create(stage, story, { kind: 'refund', path, body: { amount, reason: 'Came broken' }, shop });
};

const payOut: Step = async (stage, story, shop) => {
  const { authorization } = shop;
  const { body } = await send(stage.origin, `${BASE}/available_balance`, { headers: { authorization } });
  const most = Math.max(100, body.data.available_balance * 100);
  // Sometimes more than the balance.
  const amount = Math.ceil(most * stage.random() * 1.2) / 100;
  await create(stage, story, {
    kind: 'payout',
    path: `${BASE}/payment_links/payout`,
    body: { amount },
    shop,
  });
};

const settle: Step = async ({ origin }, story, { authorization }) => {
  story.begun.settle += 1;
  const reply = await send(origin, `${BASE}/settlements/settle-now`, {
    method: 'POST',
    headers: { authorization },
  });
  if (!isRefusal(reply) && reply.body.data) story.settlements.push(reply.body.data.reference);
};

/** Opens a dispute, or decides an open one. */
const dispute: Step = async ({ sql, random }, story, shop) => {
  const config = { ...loadConfig({}) };
  const app: App = {
    db: sql,
    pool: sql,
    clock: systemClock,
    config,
    log: pino({ level: 'silent' }),
    processors: processorsOf([]),
  };
  const open = pick(random, shop.disputes);
  try {
    if (open && random() < 0.5) {
      const decision = random() < 0.5 ? 'applied' : 'withdrawn';
      await decideByReference(app, open, decision, 'ops:test');
      shop.disputes.splice(shop.disputes.indexOf(open), 1);
      story.disputes.set(open, decision === 'applied' ? 1 : 2);
      return;
    }
    const payment = pick(random, shop.payments);
    if (!payment) return;
    story.begun.dispute += 1;
    const opening = {
      amountPiastres: 1 + Math.floor(random() * 15_000),
      reason: 'fraudulent',
      actor: 'ops:test',
    };
    const reference = await openByReference(app, payment.reference, opening);
    story.disputes.set(reference, 0);
    shop.disputes.push(reference);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    story.refused += 1;
  }
};

/** The frequency of each step, in percent. */
const STEPS: readonly (readonly [Step, number])[] = [
  [signIn, 6],
  [createLink, 16],
  [pay, 32],
  [refund, 20],
  [payOut, 12],
  [settle, 6],
  [dispute, 8],
];

function nextStep(random: () => number): Step {
  let rest = random() * 100;
  for (const [step, weight] of STEPS) {
    rest -= weight;
    if (rest < 0) return step;
  }
  return pay;
}

/** Lets the clients complete `count` more operations, then calls `stop` while others run. */
export async function work(stage: Stage, story: Story, count: number, stop: () => void): Promise<void> {
  const until = story.done + count;
  let stopped = false;
  const client = async (place: number) => {
    const shop = story.shops[place % story.shops.length]!;
    while (!stopped) {
      try {
        await nextStep(stage.random)(stage, story, shop);
      } catch (error) {
        // A cut connection is expected after `stop`; any before it is a failure.
        if (stopped) return;
        throw error;
      }
      story.done += 1;
      if (story.done >= until && !stopped) {
        stopped = true;
        stop();
      }
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, place) => client(place)));
}
