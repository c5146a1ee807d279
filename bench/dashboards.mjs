// Measures a dashboard's calls for two merchants, one by one and as the screen makes them: all at once.
import { isChosen } from './lists.mjs';
import { interleaved, median, sized, table } from './support.mjs';

const ROUNDS = sized(41);
const GOAL = 1.2;

const day = (daysAgo) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
const CALLS = {
  figures: '/merchant/statistics',
  'payments by method, this month': `/merchant/statistics/payment_methods?date_from=${day(30)}&date_to=${day(0)}`,
  'payments by method, the whole year': '/merchant/statistics/payment_methods',
  'sales of 30 days, against 30 before': `/merchant/statistics/sales?date_from=${day(29)}&date_to=${day(0)}`,
  'sales of today by hour, against yesterday': `/merchant/statistics/sales?step=hour&date_from=${day(0)}&date_to=${day(0)}`,
  'sales of a year, against the year before': `/merchant/statistics/sales?step=month&date_from=${day(364)}&date_to=${day(0)}`,
  'what waits': '/merchant/statistics/tasks',
  'next settlement': '/merchant/settlements/next',
  'latest transactions': '/merchant/transactions?page_size=5',
};

async function took(path, { url, token }) {
  const began = performance.now();
  const reply = await fetch(`${url}/api${path}`, { headers: { authorization: `Bearer ${token}` } });
  await reply.arrayBuffer();
  if (!reply.ok) throw new Error(`${path}: ${reply.status}`);
  return performance.now() - began;
}

/** What the screen asks for when it is opened. */
const SCREEN = [
  'figures',
  'payments by method, this month',
  'sales of 30 days, against 30 before',
  'what waits',
  'next settlement',
];

/** Measures and prints the calls for two merchants. @param sides and words as those of `compare` in lists.mjs */
export async function compareDashboards(sides, words = []) {
  const whole = (side) => Promise.all(SCREEN.map((what) => took(CALLS[what], side)));
  const parts = {
    ...Object.fromEntries(Object.entries(CALLS).map(([what, path]) => [what, (side) => took(path, side)])),
    'the screen: all it asks for, at once': async (side) => Math.max(...(await whole(side))),
  };
  const rows = [];
  for (const [what, measure] of Object.entries(parts)) {
    if (!isChosen(what, words)) continue;
    for (const side of ['small', 'large']) await measure(sides[side]);
    const times = await interleaved(ROUNDS, {
      small: () => measure(sides.small),
      large: () => measure(sides.large),
    });
    const [few, many] = [median(times.small), median(times.large)];
    const ratio = many / few;
    rows.push({
      what,
      few: few.toFixed(2),
      many: many.toFixed(2),
      ratio: ratio.toFixed(2),
      goal: ratio <= GOAL ? 'met' : 'missed',
    });
  }
  if (rows.length === 0) return;
  table(
    `dashboard, ms at ${sides.small.rows} and at ${sides.large.rows} transactions, median of ${ROUNDS}, goal ${GOAL} times`,
    rows,
  );
}
