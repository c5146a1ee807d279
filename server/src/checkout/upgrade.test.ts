/** What an upgrade from the release before finds out about payments, and whom it tells. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEarlierDatabase, type EarlierDatabase } from '../platform/testing/earlier.ts';

let database: EarlierDatabase;
beforeAll(async () => {
  database = await createEarlierDatabase('0038');
});
afterAll(() => database.drop());

const HOUR = 3_600_000;

test('an upgrade polls attempts that we ended ourselves, and notifies nobody of invoices that were paid late', async () => {
  const { sql } = database;
  const [{ merchant } = { merchant: 0 }] = await sql<{ merchant: number }[]>`
    insert into merchants (business_name, status, email, mobile)
    values ('متجر النور', 3, 'm@example.com', '01000000000') returning id as merchant`;
  await sql`
    insert into merchant_settings (merchant_id, mode, callback_url) values (${merchant}, 'test', 'https://shop.example/hook')`;
  await sql`
    with role as (insert into roles (merchant_id, name_en, name_ar) values (${merchant}, 'Owner', 'المالك') returning id)
    insert into users (merchant_id, role_id, first_name, last_name, email, mobile)
    select ${merchant}, id, 'Mona', 'Adel', 'm@example.com', '01000000000' from role`;
  await sql`
    insert into invoices (merchant_id, mode, reference, invoice_name, currency, amount, total, value_piastres,
                          payment_methods, due_at, status, customers_count, customer_name, customer_email, customers_key,
                          created_by, created_at, updated_at)
    select ${merchant}, 'test', 'INV-LATE0001', 'Rent', 'EGP', 10000, 10000, 10000, '{1}', now() - interval '1 day', 1, 1,
           'Omar', 'omar@example.com', 'omar', id, now() - interval '9 days', now() from users`;
  // As the release before left it: paid after its due date, and Expired for ever.
  await sql`update invoices set status = 4`;
  await sql`update invoices set paid_count = 1`;
  await sql`delete from graphile_worker._private_jobs`;

  const attempt = async (state: string, reason: string, hours: number, method = 1) => {
    const at = new Date(Date.now() - hours * HOUR);
    const [row] = await sql<{ id: number }[]>`
      with t as (
        insert into transactions (merchant_id, mode, reference, source_kind, source_id, payment_method, currency, subtotal,
                                  total, value_piastres, charged_piastres, net_piastres, status, created_at, updated_at)
        values (${merchant}, 'test', ${`TRX-${state}${reason}${hours}${method}`.toUpperCase()}, 'invoice', 1, ${method}, 'EGP', 10000, 10000,
                10000, 10000, 10000, ${{ failed: 2, canceled: 4, expired: 5 }[state]!}, ${at}, ${at}) returning id)
      insert into payment_attempts (merchant_id, mode, token, payable_kind, payable_id, transaction_id, payment_method,
                                    state, holds_place, hold_expires_at, expires_at, processor, value_piastres,
                                    charge_piastres, fee_piastres, vat_piastres, rate_bps, fixed_fee_piastres, vat_bps,
                                    fees_on, locale, failure_reason, created_at, updated_at)
      select ${merchant}, 'test', ${`${state}${reason}${hours}${method}`}, 'invoice', 1, t.id, ${method}, ${state}, false, ${at}, ${at},
             'sandbox', 10000, 10000, 0, 0, 0, 0, 0, 'M', 'en', ${reason}, ${at}, ${at} from t
      returning id`;
    return row!.id;
  };
  const asked = [
    await attempt('expired', 'expired', 10),
    await attempt('canceled', 'canceled', 10),
    // Ours too: nothing was known of it, or its payer typed five wrong codes.
    await attempt('failed', 'processing_error', 10),
    await attempt('failed', 'wrong_code', 10),
    // A kiosk's or a bank's money may still come.
    await attempt('expired', 'expired', 150, 4),
    await attempt('canceled', 'canceled', 150, 5),
  ];
  await attempt('failed', 'declined', 10);
  await attempt('failed', 'wrong_code', 100);
  await attempt('expired', 'expired', 150);
  await attempt('expired', 'expired', 170, 4);
  await attempt('failed', 'declined', 150, 5);

  await database.upgrade();
  const due = await sql<{ id: number }[]>`
    select id from payment_attempts where next_ask_at <= now() order by id`;
  expect(due.map(({ id }) => id)).toEqual(asked);
  expect(await sql`select status from invoices`).toMatchObject([{ status: 2 }]);
  const jobs = await sql`select task_identifier as task from graphile_worker.jobs`;
  expect(jobs.map(({ task }) => task)).toEqual([]);
  const [told] = await sql`
    select tgenabled as enabled from pg_trigger where tgname = 'invoices_tell_webhook_changed'`;
  expect(told).toEqual({ enabled: 'O' });
});
