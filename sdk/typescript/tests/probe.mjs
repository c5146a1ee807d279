import { Daftar, verifyResult, verifyWebhook } from '@daftar/sdk';

const { DAFTAR_URL, DAFTAR_SECRET_KEY, VECTOR } = process.env;
const daftar = new Daftar(DAFTAR_SECRET_KEY, { baseUrl: DAFTAR_URL });
const seen = {};
const failed = async (work) => {
  try {
    await work();
  } catch (error) {
    return [error.constructor.name, error.status, error.param];
  }
};
seen.invalid = await failed(() =>
  daftar.paymentLinks.create({ invoice_name: '', currency_id: 1, amount: 1, language: 2 }),
);
seen.missing = await failed(() => daftar.transactions.details(987654321));
seen.stranger = await failed(() => new Daftar('sk_test_nobody', { baseUrl: DAFTAR_URL }).transactions.list());
seen.silent = await failed(() =>
  new Daftar(DAFTAR_SECRET_KEY, { baseUrl: 'http://127.0.0.1:1', maxRetries: 1 }).transactions.list(),
);
const body = {
  invoice_name: 'Once',
  currency_id: 1,
  amount: 1,
  due_date: '2027-12-31T21:59:00Z',
  language: 2,
};
const [one, two] = [
  await daftar.paymentLinks.create(body, { idempotencyKey: 'ts-1' }),
  await daftar.paymentLinks.create(body, { idempotencyKey: 'ts-1' }),
];
seen.once = one.id === two.id;
const rows = [];
for await (const row of daftar.paymentLinks.listAll({ limit: 2, sort_by: 'id' })) rows.push(row.id);
seen.rows = [rows.length, new Set(rows).size];
seen.file = new TextDecoder().decode(await daftar.transactions.exportCsv({})).length > 0;
const paid = await daftar.transactions.list({ expand: ['customer', 'refunds'] });
const { expanded } = await daftar.paymentLinks.details(one.id, { expand: ['transactions'] });
seen.expanded = [Array.isArray(paid.data), expanded];
const { body: raw, headers, secret, now, back } = JSON.parse(VECTOR);
seen.verified = (await verifyWebhook(raw, headers, secret, now * 1000)).type;
seen.forged = (await failed(() => verifyWebhook(`${raw} `, headers, secret, now * 1000)))[0];
seen.old = (await failed(() => verifyWebhook(raw, headers, secret, (now + 301) * 1000)))[0];
seen.back = await verifyResult(back, secret);
seen.changed = (await failed(() => verifyResult(back.replace('failed', 'succeeded'), secret)))[0];
console.log(JSON.stringify(seen));
