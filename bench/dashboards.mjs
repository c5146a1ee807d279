// Measures a dashboard's calls for two merchants.
import { interleaved, median, sized, table } from './support.mjs';

const ROUNDS = sized(41);

const day = (daysAgo) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
const CALLS = {
  figures: '/merchant/statistics',
  'payments by method, this month': `/merchant/statistics/payment_methods?date_from=${day(30)}&date_to=${day(0)}`,
  'payments by method, the whole year': '/merchant/statistics/payment_methods',
  'sales of 30 days, against 30 before': `/merchant/statistics/sales?date_from=${day(29)}&date_to=${day(0)}`,
  'sales of a year, against the year before': `/merchant/statistics/sales?step=month&date_from=${day(364)}&date_to=${day(0)}`,
  'what waits': '/merchant/statistics/tasks',
  'latest transactions': '/merchant/transactions?page_size=5',
};

async function took(path, { url, token }) {
  const began = performance.now();
  const reply = await fetch(`${url}/api${path}`, { headers: { authorization: `Bearer ${token}` } });
  await reply.arrayBuffer();
  if (!reply.ok) throw new Error(`${path}: ${reply.status}`);
  return performance.now() - began;
}

/** Measures and prints every call for two merchants. @param sides as those of `compare` in lists.mjs */
export async function compareDashboards(sides) {
  const rows = [];
  for (const [what, path] of Object.entries(CALLS)) {
    for (const side of ['small', 'large']) await took(path, sides[side]);
    const times = await interleaved(ROUNDS, {
      small: () => took(path, sides.small),
      large: () => took(path, sides.large),
    });
    const [few, many] = [median(times.small), median(times.large)];
    rows.push({ what, few: few.toFixed(2), many: many.toFixed(2), ratio: (many / few).toFixed(2) });
  }
  table(
    `dashboard, ms at ${sides.small.rows} and at ${sides.large.rows} transactions, median of ${ROUNDS}`,
    rows,
  );
}
