import { decideChargeback } from '../../src/chargebacks/decide.ts';
import { readOutbox } from '../../src/messages/outbox.ts';
import { makeToken } from '../../src/ops/directory/settings.ts';
import { openInvitation } from '../../src/ops/operators/join.ts';
import { inviteOperator } from '../../src/ops/operators/team.ts';
import type { Operator } from '../../src/platform/context.ts';
import { codeAt } from '../../src/platform/totp.ts';
import { OPERATOR_PASSWORD } from './people.ts';
import { madeAtAccount } from './processors.ts';
import type { TestServer } from './server.ts';
import type { Sample, World } from './world.ts';

let serial = 0;
/** Returns an unused e-mail address. */
function nobody(): string {
  serial += 1;
  return `colleague${serial}@example.com`;
}

/** Creates an operator that no other case needs. */
async function operator({ daftar }: World): Promise<{ id: number }> {
  const { email } = await daftar.operator('finance');
  const [row] = await daftar.app.db<{ id: number }[]>`select id from operators where email = ${email}`;
  return { id: row!.id };
}

/** Creates an administrator. @returns them as a caller */
async function administrator(daftar: TestServer): Promise<Operator> {
  const { email } = await daftar.operator('admin');
  const [row] = await daftar.app.db<{ id: number }[]>`select id from operators where email = ${email}`;
  return { operatorId: row!.id, email, locale: 'en', address: '127.0.0.1' } as Operator;
}

/** Lets the provider's directory keep operators. */
const allowDirectory = ({ app }: TestServer) =>
  Object.assign(app.config, {
    operatorSignIn: {
      issuer: 'https://login.example.com',
      clientId: 'daftar',
      clientSecret: 'secret',
      breakGlass: null,
      groups: [{ name: 'Desk', role: 'support' }],
      domain: 'example.com',
    },
  });

/** Invites an operator. @returns the invitation's token, from its e-mail */
async function invited(daftar: TestServer): Promise<string> {
  const email = nobody();
  const by = await administrator(daftar);
  await inviteOperator(daftar.app, by, { email, role: 'finance', current_password: OPERATOR_PASSWORD });
  const [mail] = await readOutbox(daftar.app, { to: email });
  return mail!.links[0]!.split('#')[1]!;
}

/** A custom role of operators, of names that no other has. */
function newRole() {
  serial += 1;
  return {
    name_en: `Role ${serial}`,
    name_ar: `دور ${serial}`,
    permissions: ['ops:tickets'],
    reads: ['ops:kyc'],
  };
}

/** Creates a custom role that nobody has. */
async function roleOf({ daftar }: World): Promise<{ id: number }> {
  const { name_en, name_ar, permissions } = newRole();
  const [row] = await daftar.app.db<{ id: number }[]>`
    insert into operator_roles (name_en, name_ar, permissions, reads, created_at)
    values (${name_en}, ${name_ar}, ${permissions}, ${permissions}, now()) returning id`;
  return { id: row!.id };
}

/** A view of merchants, of a name that no other has. */
function newView() {
  serial += 1;
  return { list: 'ops-merchants', name: `View ${serial}`, query: { q: 'nile' }, columns: 'name -id' };
}

/** Saves a view of the operator who calls. */
async function viewOf({ daftar, operator }: World): Promise<{ id: number }> {
  const as = operator ?? (await daftar.operator());
  const made = await daftar.call({ method: 'POST', path: '/api/ops/saved-views', as, body: newView() });
  return { id: made.body.data.id };
}

type Maker = (world: World) => Promise<{ id: number }>;

/** Returns the samples of the console's endpoints. */
export function opsSamples(make: {
  paymentOf: Maker;
  chargebackOf: Maker;
  settlementToBankOf: Maker;
  payoutOf: Maker;
  webhookOf: Maker;
  applicantOf: Maker;
  evidenceOf: (world: World) => Promise<{ merchantId: number; id: number; filePath: string }>;
}): Record<string, Sample> {
  /** Creates a record and returns the path parameters of the console's endpoints for it. */
  const of = (maker: Maker) => async (world: World) => ({
    merchantId: world.actor.merchantId,
    id: (await maker(world)).id,
  });
  /** Creates a merchant that no other case needs. */
  const merchant =
    (status = 3) =>
    async ({ daftar }: World) => ({ id: (await daftar.merchant({ status })).merchantId });
  const decision = () => ({ answered_at: null, reason: 'Delivered', even_though_due: true });
  const heldMerchant = async (world: World) => {
    const { id } = await merchant()(world);
    await world.daftar.app.db`
      update merchants set settlement_held_at = now(), settlement_hold_reason = 'test' where id = ${id}`;
    return { id };
  };
  return {
    'ops-list-counts.read': { query: { list: 'ops-merchants' } },
    'ops-saved-views.list': { query: { list: 'ops-merchants' } },
    'ops-saved-views.create': { body: newView },
    'ops-saved-views.rename': { params: viewOf, body: () => ({ name: newView().name }) },
    'ops-saved-views.delete': { params: viewOf },
    'ops-kyc.submission': { params: make.applicantOf },
    'ops-kyc.document': {
      params: async (world) => {
        const { id } = await make.applicantOf(world);
        const [row] = await world.daftar.app.db<{ path: string }[]>`
          select fields->>'logoPath' as path from kyc_submissions where merchant_id = ${id}`;
        return { id, filePath: row!.path };
      },
    },
    'ops-kyc.approve': { params: make.applicantOf, body: () => ({ version: 1 }) },
    'ops-kyc.reject': {
      params: make.applicantOf,
      body: () => ({ version: 1, reasons: { iban: 'This account belongs to somebody else' } }),
    },
    'ops-merchants.details': { params: merchant() },
    'ops-ledger.transfers': { params: async (world) => ({ merchantId: (await merchant()(world)).id }) },
    'ops-ledger.export': { params: async (world) => ({ merchantId: (await merchant()(world)).id }) },
    'ops-balance.movements': { params: async (world) => ({ merchantId: (await merchant()(world)).id }) },
    'ops-balance.statement': { params: async (world) => ({ merchantId: (await merchant()(world)).id }) },
    'ops-ledger.correct': {
      params: async (world) => ({ merchantId: (await merchant()(world)).id }),
      body: () => {
        const form = new FormData();
        const fields = { mode: 'live', reason: 'Charged twice', reference: 'MAY' };
        for (const [name, value] of Object.entries(fields)) form.append(name, value);
        const lines = [
          { account: 'fees', side: 'debit', amount: 1 },
          { account: 'available', side: 'credit', amount: 1 },
        ];
        form.append('lines', JSON.stringify(lines));
        form.append('file', new Blob(['%PDF-1.4\n%%EOF\n'], { type: 'application/pdf' }), 'letter.pdf');
        return form;
      },
    },
    'ops-merchants.suspend': { params: merchant(), body: () => ({ reason: 'Papers ran out' }) },
    'ops-merchants.resume': { params: merchant(4), body: () => ({ reason: 'New papers came' }) },
    'ops-merchants.liftTwoStep': {
      params: async (world) => {
        const { id } = await merchant()(world);
        const users = await world.daftar.app.db<{ personId: number }[]>`
          select person_id as "personId" from users where merchant_id = ${id} and person_id is not null`;
        for (const { personId } of users)
          await world.daftar.app.db`update people set two_step_at = now() where id = ${personId}`;
        return { id };
      },
      body: () => ({ reason: 'Came with an ID card' }),
    },
    'ops-merchants.liftAddresses': {
      params: async (world) => {
        const { id } = await merchant()(world);
        await world.daftar.app.db`
          update merchants set allowed_ips = '{192.0.2.1}', portal_restricted = true where id = ${id}`;
        return { id };
      },
      body: () => ({ reason: 'Their provider changed' }),
    },
    'ops-directory.makeToken': {
      body: ({ daftar }) => {
        allowDirectory(daftar);
        return { current_password: OPERATOR_PASSWORD };
      },
    },
    'ops-directory.revoke': {
      body: async ({ daftar }) => {
        allowDirectory(daftar);
        const by = await administrator(daftar);
        await makeToken(daftar.app, by, OPERATOR_PASSWORD);
        return { current_password: OPERATOR_PASSWORD };
      },
    },
    'ops-operators.invite': {
      body: () => ({ email: nobody(), role: 'reviewer', current_password: OPERATOR_PASSWORD }),
    },
    'ops-operators.reset': { params: operator },
    'ops-operators.disable': { params: operator },
    'ops-operators.changeRole': {
      params: operator,
      body: () => ({ role: 'support', current_password: OPERATOR_PASSWORD }),
    },
    'ops-operators.createRole': { body: newRole },
    'ops-operators.updateRole': {
      params: roleOf,
      body: () => ({ ...newRole(), current_password: OPERATOR_PASSWORD }),
    },
    'ops-operators.deleteRole': { params: roleOf },
    'ops-operators.openInvitation': { body: async ({ daftar }) => ({ token: await invited(daftar) }) },
    'ops-operators.join': {
      body: async ({ daftar }) => {
        const token = await invited(daftar);
        const { secret } = await openInvitation(daftar.app, token);
        const password = 'Str0ng&Pass';
        return { token, password, password_confirmation: password, code: codeAt(secret, daftar.clock.now()) };
      },
    },
    'ops-merchants.saveRates': {
      params: merchant(),
      body: () => ({
        was: [],
        rates: [{ payment_method_id: 1, rate: 2.5, fixed: 2 }],
        reason: 'A new contract',
      }),
    },
    'ops-merchants.saveSchedule': { params: merchant(), body: () => ({ schedule: 'weekly', day: 0 }) },
    'ops-documents.ofMerchant': { params: merchant() },
    'ops-documents.save': {
      params: merchant(),
      body: () => ({ kind: 'tax_card', expires_on: '2030-01-31', reason: 'Seen at the review' }),
    },
    'ops-screening.decide': {
      params: async (world) => {
        const { id: merchantId } = await merchant()(world);
        const [row] = await world.daftar.app.db<{ id: number }[]>`
          insert into screening_hits (merchant_id, part, name, name_key, listed_name, listed_reference, birth_date, source,
                                      score, found_at)
          values (${merchantId}, 'person', 'Karim Fictif', 'fictif karim', 'Karim Fictif', 'X-1', '', 'Sample', 100, now())
          returning id`;
        return { merchantId, id: row!.id };
      },
      body: () => ({ decision: 'false', reason: 'Another birth date' }),
    },
    'ops-volumes.details': { params: merchant() },
    'ops-volumes.save': {
      params: merchant(),
      body: () => ({ rule: 'own', limit: 50_000, reason: 'New merchant' }),
    },
    'ops-reserve.details': { params: merchant() },
    'ops-reserve.ask': {
      params: merchant(),
      body: () => ({ share: 10, days: 90, release_now: false, reason: 'New in travel' }),
    },
    'ops-merchants.hold': { params: merchant(), body: () => ({ reason: 'Being looked at' }) },
    'ops-merchants.release': { params: heldMerchant, body: () => ({ reason: 'Looked at' }) },
    'ops-money.transaction': { params: of(make.paymentOf) },
    'ops-money.openChargeback': { params: of(make.paymentOf), body: () => ({ reason: 'fraudulent' }) },
    'ops-money.acquirerCosts': { params: of(make.paymentOf) },
    'ops-money.bookAcquirerCost': {
      params: async (world) => {
        const { id } = await make.paymentOf(world);
        await madeAtAccount(world.daftar, world.actor, id, { mode: world.mode });
        return { merchantId: world.actor.merchantId, id };
      },
      body: () => ({
        kind: 'acquirer_fee',
        direction: 'charged',
        amount: 1.5,
        vat: 0.18,
        reference: nobody(),
      }),
    },
    'ops-money.evidence': { params: of(make.chargebackOf) },
    'ops-money.evidenceFile': { params: make.evidenceOf },
    'ops-money.applyChargeback': { params: of(make.chargebackOf), body: decision },
    'ops-money.moveChargeback': {
      params: of(make.chargebackOf),
      body: () => ({ stage: 'arbitration', reason_code: '10.4' }),
    },
    'ops-money.takeBackChargeback': {
      params: async (world) => {
        const { id } = await make.chargebackOf(world);
        const ref = { merchantId: world.actor.merchantId, id };
        await decideChargeback(world.daftar.app, ref, 'applied', 'ops:test');
        return ref;
      },
      body: () => ({ reason: 'The wrong button' }),
    },
    'ops-money.withdrawChargeback': {
      params: of(make.chargebackOf),
      body: decision,
    },
    'ops-money.handOverPayout': { params: of(make.payoutOf) },
    'ops-money.returnPayout': { params: of(make.payoutOf), body: () => ({ reason: 'No such account' }) },
    'ops-money.runSettlements': { body: () => ({}) },
    'ops-money.paySettlement': {
      params: of(make.settlementToBankOf),
      body: () => ({ bank_reference: 'CIB-1' }),
    },
    'ops-status.publish': {
      body: () => ({
        kind: 'incident',
        impact: 'degraded',
        components: ['webhooks'],
        title_en: 'Webhooks are late',
        title_ar: 'تأخر الإشعارات البرمجية',
        text_en: 'We look into it.',
        text_ar: 'نبحث عن السبب.',
      }),
    },
    'ops-status.update': {
      params: async ({ daftar }) => {
        const [row] = await daftar.app.db<{ id: number }[]>`
          insert into incidents (kind, impact, components, title_en, title_ar, status, starts_at, created_at)
          values ('incident', 'degraded', '{api}', 'Slow', 'بطء', 'investigating', now(), now()) returning id`;
        return { id: row!.id };
      },
      body: () => ({ status: 'resolved', text_en: 'Mended.', text_ar: 'تم الإصلاح.' }),
    },
    'ops-platform.addExchangeRate': {
      body: ({ daftar }) => {
        daftar.clock.advance({ seconds: 1 });
        return { currency: 'USD', rate: 48.5, confirmed: true };
      },
    },
    'ops-platform.saveBankHoliday': {
      body: () => ({ day: '2027-01-07', name_en: 'Christmas', name_ar: 'عيد الميلاد المجيد' }),
    },
    'ops-platform.removeBankHoliday': {
      params: async ({ daftar }) => {
        await daftar.app.db`
          insert into bank_holidays values ('2027-04-25', 'Sinai', 'سيناء') on conflict do nothing`;
        return { day: '2027-04-25' };
      },
    },
    'ops-platform.retryJob': {
      params: async ({ daftar }) => {
        const [job] = await daftar.app.db<{ id: number }[]>`
          select id from graphile_worker.add_job('deliver-sealed-message', '{"merchantId":0,"messageId":0}'::json)`;
        await daftar.app.db`
          update graphile_worker._private_jobs set last_error = 'refused', attempts = 3 where id = ${job!.id}`;
        return { id: job!.id };
      },
    },
    'ops-platform.retryDelivery': {
      params: async (world) => {
        const { id } = await make.webhookOf(world);
        const { merchantId } = world.actor;
        await world.daftar.app.db`
          update webhook_events set state = 3, finished_at = created_at, next_attempt_at = null
           where merchant_id = ${merchantId} and id = ${id}`;
        return { merchantId, id };
      },
    },
    'ops-platform.retryMessage': {
      params: async ({ daftar, actor }) => {
        const { merchantId } = actor;
        const [row] = await daftar.app.db<{ id: number }[]>`
          insert into messages (merchant_id, channel, recipient, locale, state, last_error)
          values (${merchantId}, 'sms', '01001234567', 'ar', 'failed', 'refused') returning id`;
        return { merchantId, id: row!.id };
      },
    },
  };
}
