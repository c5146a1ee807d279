import { MERCHANT_NOUNS } from '@daftar/contract/audit-subjects';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { samples } from '../../tests/kit/samples.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { changesOf } from './rules.ts';
import { referencesOf } from './store-references.ts';

let daftar: TestServer;
let owner: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
beforeEach(async () => {
  owner = await daftar.merchant();
  daftar.clock.advance({ minutes: 1 });
});

const list = async (query: Record<string, string> = {}, as = owner, headers = {}) =>
  daftar.call({ path: '/api/merchant/audit-log', as, query, headers });
const world = (mode: 'live' | 'test', actor = owner) => ({ daftar, actor, mode });
const cancelLink = async (mode: 'live' | 'test', actor = owner) => {
  const { id } = await samples['payment-links.deactivate']!.params!(world(mode, actor));
  const path = `/merchant/payment_links/deactivate/${id}`;
  await daftar.call({ method: 'PATCH', path, mode, as: actor });
};

describe('the audit log', () => {
  test('shows who did what, when, from where, before and after, newest first, of both modes', async () => {
    await cancelLink('live');
    await cancelLink('test');
    const { rows } = { rows: (await list()).body.data };
    expect(rows).toHaveLength(4);
    expect(rows[0]).toMatchObject({
      actor: owner.email,
      actor_name: 'Mona Adel',
      address: '127.0.0.1',
      mode: 'test',
      action: 'payment-link.deactivate',
      action_name: 'Deactivated a payment link',
      created_at: daftar.clock.now().toISOString(),
    });
    const [link] = await daftar.database.sql<{ reference: string }[]>`
      select reference from payment_links where id = ${Number(rows[0].subject.split(':')[1])}`;
    expect(rows[0].subject_reference).toBe(link?.reference);
    expect(rows[0].changes).toContainEqual({
      field: 'status',
      field_name: 'Status',
      before: '2',
      after: '1',
      before_text: 'Active',
      after_text: 'Inactive',
    });
    expect(rows[3].mode).toBe('live');
    const arabic = await list({}, owner, { 'accept-language': 'ar' });
    expect(arabic.body.data[0].action_name).toBe('إيقاف رابط دفع');
  });

  test('names what people know by a name, in their language, and nothing that is gone or another merchant’s', async () => {
    const of = (name: string) => samples[name]!.params!(world('live'));
    const known = async (name: string) => {
      const { query } = samples[name]!;
      return Object.values(typeof query === 'function' ? await query(world('live')) : query!)[0];
    };
    const subjects = {
      customer: `customer:${(await of('customers.setOwnFields')).id}`,
      role: `role:${(await of('team.updateRole')).id}`,
      report: `report:${(await of('reports.pause')).id}`,
      approval: `approval:${(await of('approvals.decline')).id}`,
      product: `product:${await known('products.details')}`,
      category: `category:${await known('categories.details')}`,
      bank: `bank-account:${await known('account.deleteBankAccount')}`,
    };
    const { sql } = daftar.database;
    const idOf = (name: keyof typeof subjects) => Number(subjects[name].split(':')[1]);
    const [names] = await sql<Record<string, string>[]>`
      select (select name from customers where id = ${idOf('customer')}) as customer,
             (select name from reports where id = ${idOf('report')}) as report,
             (select name from categories where id = ${idOf('category')}) as category,
             (select name_en from roles where id = ${idOf('role')}) as "roleEn",
             (select name_ar from roles where id = ${idOf('role')}) as "roleAr",
             (select kind from approvals where id = ${idOf('approval')}) as kind,
             (select x.reference from approvals a join transactions x on x.id = a.transaction_id
               where a.id = ${idOf('approval')}) as payment`;
    await sql`update products set removed_at = now(), category_id = null, sub_category_id = null where id = ${idOf('product')}`;
    const all = [...Object.values(subjects), ...MERCHANT_NOUNS.map((noun) => `${noun}:999999999`)];
    const read = async (locale: 'en' | 'ar', { merchantId } = owner) =>
      Object.fromEntries(await referencesOf(daftar.app.db, { merchantId, locale }, all));
    const same = {
      [subjects.customer]: names!.customer,
      [subjects.report]: names!.report,
      [subjects.category]: names!.category,
      [subjects.bank]: 'Commercial International Bank ****0002',
    };
    expect(names!.kind).toBe('refund');
    expect(await read('en')).toEqual({
      ...same,
      [subjects.role]: names!.roleEn,
      [subjects.approval]: `of a refund of ${names!.payment}`,
    });
    expect(await read('ar')).toEqual({
      ...same,
      [subjects.role]: names!.roleAr,
      [subjects.approval]: `على رد مبلغ من ${names!.payment}`,
    });
    expect(await read('en', await daftar.merchant())).toEqual({});
  });

  test('is filtered by user, action and day, and offers only values that it contains', async () => {
    await cancelLink('test');
    const colleague = await daftar.colleague(owner, ['create-pay-link', 'add-customer']);
    await cancelLink('test', colleague);
    expect((await list({ actor: colleague.email })).body.data).toHaveLength(2);
    expect((await list({ actor: colleague.email, action: 'payment-link.create' })).body.data).toHaveLength(1);
    expect((await list({ date_from: '2026-06-15', date_to: '2026-06-15' })).body.meta.total).toBe(4);
    expect((await list({ date_to: '2026-06-14' })).body.data).toEqual([]);
    const { data } = (await daftar.call({ path: '/api/merchant/audit-log/choices', as: owner })).body;
    expect(data.actors.map((each: { actor: string }) => each.actor).toSorted()).toEqual(
      [owner.email, colleague.email].toSorted(),
    );
    expect(data.actions.map((each: { action: string }) => each.action)).toEqual([
      'payment-link.create',
      'payment-link.deactivate',
    ]);
  });

  test('is searched by who acted, by name or e-mail, and by the reference of what was acted on; its file too', async () => {
    const colleague = await daftar.colleague(owner, ['create-pay-link', 'add-customer']);
    const { sql } = daftar.database;
    await sql`update users set first_name = 'Hosam', last_name = 'Nabil' where id = ${colleague.userId}`;
    await cancelLink('live');
    await cancelLink('test', colleague);
    const all = (await list()).body.data as { id: number; actor: string; subject_reference: string }[];
    expect(all).toHaveLength(4);
    const found = async (q: string, as = owner) =>
      (await list({ q }, as)).body.data.map(({ id }: { id: number }) => id);
    const idsOf = (fits: (row: (typeof all)[number]) => boolean) => all.filter(fits).map(({ id }) => id);
    const theirs = idsOf(({ actor }) => actor === colleague.email);
    expect(theirs).toHaveLength(2);
    for (const q of ['hosam', 'HOSAM nab', colleague.email.toUpperCase(), colleague.email.slice(0, -4)])
      expect(await found(q), q).toEqual(theirs);
    const { subject_reference: reference } = all[0]!;
    const about = idsOf((row) => row.subject_reference === reference);
    for (const q of [reference, reference.toLowerCase(), reference.slice(0, 9), reference.slice(4)])
      expect(await found(q), q).toEqual(about);
    for (const q of ['TRX-00000000', 'nobody', '%', '_', 'provider', '10.0.0.7'])
      expect(await found(q), q).toEqual([]);
    for (const q of ['hosam', reference]) expect(await found(q, await daftar.merchant()), q).toEqual([]);
    const both = await list({ q: 'hosam', action: 'payment-link.create' });
    expect(both.body.data).toHaveLength(1);
    const path = '/api/merchant/audit-log/exportCsv';
    const file = await daftar.call({ path, as: owner, query: { q: reference } });
    expect(file.raw.trim().split('\r\n')).toHaveLength(1 + about.length);
    // A person's former address finds them; staff are not found by address.
    await sql`
      insert into audit_log (merchant_id, at, user_id, actor, action)
      values (${owner.merchantId}, ${daftar.clock.now()}, ${colleague.userId}, 'hosam.before@example.com', 'user.update'),
             (${owner.merchantId}, ${daftar.clock.now()}, null, 'mona@provider.example', 'merchant.approve')`;
    expect(await found('Hosam.Before@example.com')).toHaveLength(1);
    expect(await found('hosam')).toHaveLength(3);
    expect(await found('mona@provider.example')).toEqual([]);
  });

  test('finds by the beginning of a reference what was done to any of its kind', async () => {
    await cancelLink('live');
    await cancelLink('test');
    await samples['approvals.decline']!.params!(world('live'));
    const { data: all } = (await list({ page_size: '30' })).body as {
      data: { id: number; subject: string }[];
    };
    const of = (...nouns: string[]) =>
      all.filter(({ subject }) => nouns.includes(subject.split(':')[0]!)).map(({ id }) => id);
    const found = async (q: string, as = owner) =>
      (await list({ q, page_size: '30' }, as)).body.data.map(({ id }: { id: number }) => id);
    for (const noun of ['payment-link', 'approval']) expect(of(noun), noun).not.toEqual([]);
    for (const q of ['LNK', 'lnk-']) expect(await found(q), q).toEqual(of('payment-link'));
    for (const q of ['TRX', 'trx-'])
      expect(await found(q), q).toEqual(of('transaction', 'refund', 'approval'));
    expect(await found('INV')).toEqual([]);
    expect(await found('LNK', await daftar.merchant())).toEqual([]);
  });

  test('finds what was done to a refund, and to a request for one, by the reference of its payment', async () => {
    const id = Number((await samples['approvals.decline']!.params!(world('live'))).id);
    const [asked] = await daftar.database.sql<{ reference: string }[]>`
      select x.reference from approvals a join transactions x on x.id = a.transaction_id where a.id = ${id}`;
    const rows = (await list({ q: asked!.reference })).body.data;
    expect(rows.map(({ subject }: { subject: string }) => subject)).toContain(`approval:${id}`);
  });

  test('a beginning that too many references have is refused on the page, in the reader’s language, and its file leaves none out', async () => {
    const id = Number((await samples['approvals.decline']!.params!(world('live'))).id);
    const { sql } = daftar.database;
    await sql`
      insert into transactions (merchant_id, mode, reference, source_kind, source_id, payment_method, status, currency, subtotal, total,
        value_piastres, charged_piastres, fee_piastres, net_piastres, created_at, updated_at)
      select ${owner.merchantId}, 'live', 'TRX-ZZZ' || lpad(n::text, 5, '0'), 'payment-link', 1, 1, 2, 'EGP', 10000, 10000, 10000, 10000,
             656, 9344, now(), now() from generate_series(1, 600) n`;
    // The payment that was acted on is the last of those that fit.
    await sql`
      update transactions set reference = 'TRX-ZZZZZZZZ'
       where id = (select transaction_id from approvals where id = ${id})`;
    const refused = await list({ q: 'TRX-ZZZ' }, owner, { 'accept-language': 'ar' });
    expect(refused.status).toBe(422);
    expect(refused.body.errors.q[0]).toContain('أكمل كتابة الرقم المرجعي');
    const about = (await list({ q: 'TRX-ZZZZ' })).body.data;
    expect(about.map(({ subject }: { subject: string }) => subject)).toContain(`approval:${id}`);
    const file = (q: string, as = owner) =>
      daftar.call({ path: '/api/merchant/audit-log/exportCsv', as, query: { q } });
    const { raw } = await file('TRX-ZZZ');
    expect(raw).toBe((await file('TRX-ZZZZ')).raw);
    expect(raw.trim().split('\r\n')).toHaveLength(1 + about.length);
    expect((await file('TRX-ZZZ', await daftar.merchant())).raw.trim().split('\r\n')).toHaveLength(1);
  });

  test('can be filtered by everybody in it, however many they are', async () => {
    await daftar.database.sql`
      insert into audit_log (merchant_id, at, actor, action)
      select ${owner.merchantId}, ${daftar.clock.now()}, 'API key ' || n, 'payment-link.create' from generate_series(1, 600) n`;
    const { data } = (await daftar.call({ path: '/api/merchant/audit-log/choices', as: owner })).body;
    expect(data.actors).toHaveLength(600);
  });

  test('names none of the provider’s staff, and can be filtered by their actions', async () => {
    await cancelLink('test');
    await daftar.database.sql`
      insert into audit_log (merchant_id, at, actor, address, action, subject)
      values (${owner.merchantId}, ${daftar.clock.now()}, 'mona@provider.example', '10.0.0.7', 'merchant.approve', 'merchant:1'),
             (${owner.merchantId}, ${daftar.clock.now()}, 'system', null, 'payout.expired', 'payout:1')`;
    const answers = [await list(), await list({ actor: 'provider' })];
    for (const { raw } of answers) expect(raw).not.toMatch(/mona@provider|10\.0\.0\.7/);
    expect(answers[1]!.body.data).toMatchObject([
      { actor: 'provider', address: null, action: 'merchant.approve' },
    ]);
    expect((await list({ actor: 'mona@provider.example' })).body.data).toEqual([]);
    const choices = await daftar.call({ path: '/api/merchant/audit-log/choices', as: owner });
    expect(choices.body.data.actors.map((each: { actor: string }) => each.actor).toSorted()).toEqual(
      [owner.email, 'provider', 'system'].toSorted(),
    );
  });

  test('shows a merchant only its own entries', async () => {
    await cancelLink('test');
    const stranger = await daftar.merchant();
    expect((await list({}, stranger)).body.data).toEqual([]);
    expect((await list({ actor: owner.email }, stranger)).body.data).toEqual([]);
  });

  test.each(['csv', 'xlsx'])('is exported as %s', async (format) => {
    await cancelLink('test');
    const path = '/api/merchant/audit-log/exportCsv';
    const answer = await daftar.call({
      path,
      as: owner,
      query: { format, action: 'payment-link.deactivate' },
    });
    expect(answer.status).toBe(200);
    if (format === 'xlsx') expect(answer.raw.startsWith('PK')).toBe(true);
    else {
      expect(answer.raw.trim().split('\r\n').length).toBeGreaterThan(1);
      expect(answer.raw).toContain('Deactivated a payment link');
      expect(answer.raw).toContain('Status: Inactive');
      // As on the screen, not `payment-link:17`.
      expect(answer.raw).toMatch(/Payment link LNK-[0-9A-Z]{8}/);
      expect(answer.raw).not.toContain('payment-link:');
    }
  });
});

describe('changes', () => {
  test('name each field that differs once, and no field that does not', () => {
    const json = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.jsonValue());
    fc.assert(
      fc.property(fc.option(json), fc.option(json), (before, after) => {
        const changes = changesOf(before, after);
        const fields = changes.map(({ field }) => field);
        expect(new Set(fields).size).toBe(fields.length);
        for (const { before: was, after: is } of changes) expect(was).not.toBe(is);
        expect(changesOf(before, before)).toEqual([]);
      }),
    );
  });
});
