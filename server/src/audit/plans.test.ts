/** The audit log of a merchant by its search field, by index however long the log is. */
import { AUDIT_SORTS } from '@daftar/contract/audit';
import { expect, test } from 'vitest';
import { eachWay, expectBounded, filledWith, MANY, ownersOf } from '../../tests/kit/by-index.ts';
import { listLog } from './service.ts';

/** One of this many entries belongs to a user other than the owner. */
const RARE = 500;

const filled = filledWith(['audit_log', 'transactions', 'users'], async (tx, { merchantId, userId }, now) => {
  const [colleague] = await tx<{ id: number }[]>`
    insert into users (merchant_id, role_id, first_name, last_name, email, mobile, is_active, deleted_at)
    select merchant_id, role_id, 'Hosam', 'Nabil', 'hosam@example.com', '01000000001', false, ${now}
      from users where id = ${userId}
    returning id`;
  await tx`
    with ${ownersOf(tx, merchantId, now)}
    insert into audit_log (merchant_id, mode, at, user_id, actor, action, subject)
    select merchant_id, 'live', moment, case when n % ${RARE}::int = 0 then ${colleague!.id} else ${userId}::bigint end,
           case when n % ${RARE}::int = 0 then 'hosam@example.com' else 'mona@example.com' end, 'invoice.create',
           'transaction:' || n from owners`;
  await tx`
    insert into transactions (merchant_id, mode, reference, source_kind, source_id, payment_method, status, currency,
      subtotal, total, value_piastres, charged_piastres, fee_piastres, net_piastres, created_at, updated_at)
    select ${merchantId}, 'live', 'TRX-' || n, 'payment-link', 1, 1, 1, 'EGP', 10000, 10000, 10000, 10000, 656, 9344,
           ${now}, ${now} from generate_series(1, ${MANY}::int) n`;
});

/** The beginning of more references than are looked at, and how it is answered. */
const MANY_FIT = 'TRX-7';
const TYPE_MORE = { status: 422, fields: { q: [{ key: 'TypeMore' }] } };
const typed = [
  'hosam',
  'mona',
  'hosam@example.com',
  'TRX',
  'INV',
  MANY_FIT,
  'TRX-7777',
  '7K3M9Q2D',
  'nobody',
  'a',
  '...',
];

test.each(eachWay(AUDIT_SORTS))('is found by any text, by $sortBy $sortType', async (sort) => {
  const paging = { page: 1, pageSize: 10, ...sort };
  for (const q of typed) {
    filled.watch.taken();
    const listed = listLog(filled.app, filled.caller, paging, { q });
    if (q === MANY_FIT) await expect(listed).rejects.toMatchObject(TYPE_MORE);
    else await listed;
    expectBounded(filled.watch.taken(), q);
  }
});

test('all that a rare actor did is found, and nothing else', async () => {
  const paging = { page: 1, pageSize: 10, sortBy: 'id', sortType: 'desc' } as const;
  const { meta } = await listLog(filled.app, filled.caller, paging, { q: 'Hosam' });
  expect(meta.total).toBe(MANY / RARE);
});
