import { PaymentLinkForm } from '@daftar/contract/payment-links';
import { PERMISSIONS } from '@daftar/contract/permissions';
import { validate } from '@daftar/contract/validate';
import type { Auth } from '../src/auth/context.ts';
import { createPassword } from '../src/auth/passwords.ts';
import { register } from '../src/auth/service.ts';
import { checkoutJobs } from '../src/checkout/index.ts';
import { type DemoEnding, type DemoPayment, payForDemo } from '../src/checkout/seed.ts';
import { invoiceJobs } from '../src/invoices/index.ts';
import { moderate } from '../src/ops/moderate.ts';
import { releaseDueOrders } from '../src/orders/index.ts';
import { sumUpPayments } from '../src/overview/jobs.ts';
import { createLink, deactivateLink } from '../src/payment-links/service.ts';
import type { App, Caller, Mode } from '../src/platform/context.ts';
import { FakeClock } from '../src/platform/time/clock.ts';
import { settleAllDue } from '../src/settlements/service.ts';
import { makeAccount } from './account.ts';
import { Agenda, type Story } from './agenda.ts';
import { makeApplicants, sendPapers } from './applicants.ts';
import { Chance } from './chance.ts';
import { makeInvoices } from './invoices.ts';
import { moveMoney } from './money.ts';
import { guard } from './risk.ts';
import { makeShop } from './shop/make.ts';
import {
  analyzeTables,
  findDemo,
  forgetDemoMessages,
  forgetOldNews,
  takePasswordToken,
  takePaymentJobs,
  writeReady,
} from './store.ts';
import {
  DEMO_EMAIL,
  DEMO_INVOICES,
  DEMO_LINKS,
  DEMO_MERCHANT,
  DEMO_PAPERS,
  DEMO_PASSWORD,
  type DemoLink,
  PEOPLE,
} from './story.ts';
import { makeTeam } from './team.ts';
import { makeTickets } from './tickets.ts';

const DAYS = 90;
const PAYMENTS_A_DAY = { least: 5, most: 10 };
const TEST_PAYMENTS = 30;
/** The last minutes are of the payments that the rules look at. */
const GUARDED_MINUTES = 60;
const FOREVER = 8.64e15;
/** Days ago on whose evening the planner's statistics are updated: tables fill up faster than autovacuum looks at them. */
const ANALYZED_DAYS_AGO: readonly number[] = [85, 60];
const DAY_MILLISECONDS = 86_400_000;
/** Older notifications are removed. */
const NEWS_DAYS = 2;

const GOOD_CARDS = ['4242424242424242', '5555555555554444', '5123450000000008'];
const BAD_CARDS = ['4000000000000002', '4000000000009995', '4000000000000069'];
const CHALLENGED_CARD = '4000000000003220';

/** The link of the largest amount, which is still open. */
const dearest = DEMO_LINKS.reduce(
  (best, { amount }, place) => (amount > DEMO_LINKS[best]!.amount ? place : best),
  0,
);

/** The app at another time. */
const at = (app: App, clock: FakeClock): App => ({ ...app, clock });

interface Open {
  id: number;
  token: string;
  opensDay: number;
  closesDay: number;
  /** Deactivated on its last day, instead of expiring. */
  deactivated: boolean;
}

/**
 * Fills an empty database with an approved merchant and 90 days of history, created by the product's own services:
 * sign-up, links, and payments as payers make them. Does nothing when the demo exists; an interrupted one is left as it
 * is and reported.
 */
export async function seedDemo(app: App, auth: Auth, say: (line: string) => void): Promise<void> {
  const existing = await findDemo(app.db, DEMO_EMAIL);
  if (existing) {
    if (!existing.ready)
      say('The demo was interrupted while it was being made; delete the data folder to make it anew.');
    return;
  }
  say('Making the demo: 90 days of payments …');
  const today = app.clock.now();
  const chance = new Chance(20_261_121);
  const merchantId = await openMerchant(app, auth, new Date(today.getTime() - (DAYS + 1) * DAY_MILLISECONDS));
  await makeAccount(app, ownerOf(merchantId.merchantId, merchantId.userId, 'live'));
  await makeTeam(app, auth, ownerOf(merchantId.merchantId, merchantId.userId, 'live'), today);
  await makeApplicants(app, auth, today);
  let dear = '';
  for (const mode of ['live', 'test'] as const) {
    const caller = ownerOf(merchantId.merchantId, merchantId.userId, mode);
    const days = mode === 'live' ? DAYS : 3;
    const links = await makeLinks(app, caller, today, mode === 'live' ? DEMO_LINKS : DEMO_LINKS.slice(0, 4));
    if (mode === 'live') dear = links[dearest]!.token;
    const agenda = new Agenda();
    const invoices = mode === 'live' ? DEMO_INVOICES : DEMO_INVOICES.slice(-3);
    const luck = new Chance(days + 1);
    const plan = () => ({ ...planPayment(luck), cardNumber: GOOD_CARDS[0]! });
    await makeInvoices(app, caller, today, { agenda, invoices, plan });
    await makeShop(app, caller, today, { agenda, plan });
    await makePayments(app, caller, today, { days, links, chance, agenda });
    if (mode === 'live') await guard(app, caller, today, (when) => payMuch(app, when, dear));
    await agenda.until(new Date(FOREVER));
    await invoiceJobs['expire-invoices']?.(app, {});
    await releaseDueOrders(app, caller);
    // Past events, so nobody is notified today.
    await takePaymentJobs(app.db);
    await settleAllDue(app);
  }
  const owner = ownerOf(merchantId.merchantId, merchantId.userId, 'live');
  await makeTickets(app, owner, today);
  await forgetDemoMessages(app.db, merchantId.merchantId);
  const lately = new Date(today.getTime() - NEWS_DAYS * DAY_MILLISECONDS);
  await forgetOldNews(app.db, merchantId.merchantId, lately);
  // The figures of the dashboard, which a job brings up to date from now on.
  await sumUpPayments(app);
  await writeReady(app.db, merchantId.merchantId, today);
}

async function openMerchant(app: App, auth: Auth, when: Date) {
  const past = at(app, new FakeClock(when));
  await register(past, { locale: 'en', address: '127.0.0.1', userAgent: 'demo' }, DEMO_MERCHANT);
  const token = await takePasswordToken(app, DEMO_EMAIL);
  const form = { token, email: DEMO_EMAIL, password: DEMO_PASSWORD, password_confirmation: DEMO_PASSWORD };
  await createPassword(past, auth, { address: '127.0.0.1', locale: 'en' }, form);
  const demo = await findDemo(app.db, DEMO_EMAIL);
  if (!demo) throw new Error('The demo merchant was not made');
  const applicant = { ...ownerOf(demo.merchantId, demo.userId, 'test'), merchantStatus: 0 };
  await sendPapers(past, applicant, DEMO_PAPERS);
  await moderate(past, 'approve', DEMO_EMAIL, { actor: 'demo', version: 1 });
  return demo;
}

function ownerOf(merchantId: number, userId: number, mode: Mode): Caller {
  return {
    merchantId,
    userId,
    mode,
    sessionId: 'demo',
    email: DEMO_EMAIL,
    locale: 'en',
    permissions: new Set(PERMISSIONS),
    merchantStatus: 3,
    address: '127.0.0.1',
  };
}

async function makeLinks(app: App, caller: Caller, today: Date, links: readonly DemoLink[]): Promise<Open[]> {
  const open: Open[] = [];
  for (const link of links) {
    const made = new Date(today.getTime() - link.madeDaysAgo * DAY_MILLISECONDS);
    const due = new Date(made.getTime() + link.livesDays * DAY_MILLISECONDS);
    const past = at(app, new FakeClock(made));
    const form = validate(PaymentLinkForm, {
      invoice_name: link.name,
      description: link.description,
      currency_id: link.currency ?? 1,
      amount: link.amount,
      percentage_tax: link.taxPercent ?? 0,
      due_date: due.toISOString(),
      payment_methods: link.methods ?? [],
      language: link.language,
      require_name: true,
      require_email: true,
      require_phone: true,
      require_address: link.amount > 1000,
      max_payment_count: link.maxPayments ?? 5000,
    });
    if (!form.ok) throw new Error(`The demo link ${link.name} is not valid: ${JSON.stringify(form.errors)}`);
    const created = await createLink(past, caller, form.value);
    const endsDaysAgo = link.madeDaysAgo - (link.endsAfterDays ?? link.livesDays);
    open.push({
      id: created.id,
      token: created.link.split('/').at(-1) ?? '',
      opensDay: link.madeDaysAgo,
      closesDay: endsDaysAgo,
      deactivated: link.endsAfterDays !== undefined,
    });
  }
  return open;
}

async function makePayments(
  app: App,
  caller: Caller,
  today: Date,
  { days, links, chance, agenda }: { days: number; links: Open[]; chance: Chance; agenda: Agenda },
): Promise<void> {
  // What the rules look at comes last.
  const before = new Date(today.getTime() - GUARDED_MINUTES * 60_000);
  const earlier = (moment: Date) => new Date(Math.min(moment.getTime(), before.getTime()));
  const luck = new Chance(days);
  for (let daysAgo = days - 1; daysAgo >= 0; daysAgo -= 1) {
    const midnight = new Date(today.getTime() - daysAgo * DAY_MILLISECONDS);
    midnight.setUTCHours(6, 0, 0, 0);
    await agenda.until(earlier(midnight));
    if (midnight < before) await moveMoney(at(app, new FakeClock(midnight)), caller, daysAgo, luck);
    const open = links.filter((each) => each.opensDay > daysAgo && each.closesDay <= daysAgo);
    const { least, most } = PAYMENTS_A_DAY;
    const count = caller.mode === 'live' ? chance.whole(least, most) : Math.ceil(TEST_PAYMENTS / days);
    const plans = Array.from({ length: count }, () => ({
      token: chance.pick(open).token,
      when: new Date(midnight.getTime() + chance.whole(0, 14 * 60) * 60_000),
      payment: planPayment(chance),
    })).filter(({ when, payment }) => endOf(when, payment) < before);
    for (const { token, when, payment } of plans) {
      const paid = async function* (): Story {
        yield bookedAt(when, payment);
        const clock = new FakeClock(when);
        await payForDemo(at(app, clock), clock, token, payment);
      };
      await agenda.add(paid());
    }
    const night = earlier(new Date(midnight.getTime() + 20 * 3_600_000));
    await agenda.until(night);
    const over = links.filter((each) => each.deactivated && each.closesDay === daysAgo);
    await closeDay(app, caller, night, daysAgo, over);
    if (ANALYZED_DAYS_AGO.includes(daysAgo)) await analyzeTables(app.db);
  }
}

/** Pays a link whose amount the demo's rules look at, and tells of it at once. */
async function payMuch(app: App, when: Date, token: string): Promise<void> {
  const clock = new FakeClock(when);
  const past = at(app, clock);
  await payForDemo(past, clock, token, {
    ...planPayment(new Chance(when.getTime())),
    method: 1,
    ending: 'pays',
    cardNumber: GOOD_CARDS[0]!,
  });
  for (const { payload } of await takePaymentJobs(app.db))
    await checkoutJobs['payment-captured']!(past, payload);
}

/** When a payment that starts at a moment has ended at the latest: none may end after the demo was created. */
const endOf = (when: Date, { waitMinutes }: DemoPayment) =>
  new Date(when.getTime() + (waitMinutes + 1) * 60_000);

/** When a payment is booked: a card at once, unless its bank or wallet asks back, and a code when it is paid. */
function bookedAt(when: Date, { method, cardNumber, waitMinutes }: DemoPayment): Date {
  if (method === 1 && cardNumber !== CHALLENGED_CARD) return when;
  const isCode = method === 4 || method === 5;
  return new Date(when.getTime() + 40_000 + (isCode ? waitMinutes * 60_000 : 0));
}

/** Runs what the schedules would have done that night. Only payments of the last days are announced. */
async function closeDay(app: App, caller: Caller, night: Date, daysAgo: number, over: Open[]): Promise<void> {
  const past = at(app, new FakeClock(night));
  for (const link of over) await deactivateLink(past, caller, link.id);
  if (daysAgo > 0) {
    await checkoutJobs['expire-attempts']?.(past, {});
    await checkoutJobs['expire-links']?.(past, {});
  }
  const paid = await takePaymentJobs(app.db);
  if (daysAgo > 0) return;
  for (const { payload, paidAt } of paid.slice(-12))
    await checkoutJobs['payment-captured']!(at(app, new FakeClock(paidAt)), payload);
}

function planPayment(chance: Chance): DemoPayment {
  const person = chance.pick(PEOPLE);
  const ending = chance.weighted<DemoEnding>([
    ['pays', 82],
    ['fails', 8],
    ['gives-up', 4],
    ['leaves', 6],
  ]);
  const cards = ending === 'fails' ? BAD_CARDS : chance.next() < 0.12 ? [CHALLENGED_CARD] : GOOD_CARDS;
  return {
    method: chance.weighted([
      [1, 46],
      [2, 14],
      [3, 16],
      [4, 14],
      [5, 10],
    ] as const),
    // A card without a second step is paid or declined at once, so it cannot be abandoned.
    ending,
    payer: {
      name: person.name,
      email: `${person.latin}@example.com`,
      mobile: `01${chance.pick(['0', '1', '2', '5'])}${String(chance.whole(0, 99_999_999)).padStart(8, '0')}`,
      address: person.address,
    },
    cardNumber: ending === 'gives-up' || ending === 'leaves' ? CHALLENGED_CARD : chance.pick(cards),
    waitMinutes: chance.whole(1, 12),
  };
}
