// Measures list requests: the default view, each sort in both directions, each filter, one filter under every sort, a
// deep page; for two merchants.
import { fillCustomers, fillInvoices, fillLinks, fillTransactions } from './data.mjs';
import { median, sized, table } from './support.mjs';

/** Sides take turns, so that disturbances of the machine affect both alike. */
const REQUESTS = sized(41);
/** Requests that are not counted, for caches to fill. */
const WARMING = sized(2, 0);
/** How many of a list's sorts. */
const SORTS = sized(Number.POSITIVE_INFINITY);
const GOAL = 1.3;

const day = (daysAgo) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
const of = (row) => row ?? {};

/** What has changed in a month; the merchant's own number of one, and own values of one and of a twentieth. */
const OWN = {
  updated_since: () => ({ updated_since: `${day(30)}T00:00:00Z` }),
  merchant_reference: (row) => ({ merchant_reference: row.merchant_reference ?? 'none' }),
  'metadata, of one': (row) => ({ 'metadata[order]': String(row.metadata?.order ?? 'none') }),
  'metadata, of a twentieth': () => ({ 'metadata[branch]': '7' }),
};

/** Queries of each filter by name. `row` is one row of that merchant. A filter without an example fails. */
export const LISTS = {
  customers: {
    table: 'customers',
    path: '/merchant/Customer/List',
    fill: fillCustomers,
    by: 'SortKey',
    type: 'SortType',
    page: 'PageNumber',
    filters: {
      'Keyword, one name': (row) => ({ Keyword: `Rare ${row.n}` }),
      'Keyword, a first name of a twelfth': () => ({ Keyword: 'محمد' }),
      mobile: (row) => ({ mobile: row.mobile }),
      email: (row) => ({ email: row.email }),
      nationalId: (row) => ({ nationalId: row.national_id }),
      creation: () => ({ creation: day(30) }),
      tag: () => ({ tag: 'VIP' }),
      archived: () => ({ archived: 1 }),
      ...OWN,
    },
    underEverySort: { creation: day(30) },
    row: (sql, id) => sql`
      select *, substr(name, 6) as n from customers
      where merchant_id = ${id} and name like 'Rare %' and national_id <> '' order by id limit 1`,
  },
  invoices: {
    table: 'invoices',
    path: '/merchant/invoices',
    fill: fillInvoices,
    by: 'sort_by',
    type: 'sort_type',
    page: 'page',
    filters: {
      'invoice_name, one name': (row) => ({ invoice_name: row.invoice_name }),
      'invoice_name, a word of an eighth': () => ({ invoice_name: 'pottery' }),
      'customer_name, a first name of a twelfth': () => ({ customer_name: 'محمد' }),
      due_date: () => ({ due_date: day(-10) }),
      'status unpaid, 12 %': () => ({ status: 1 }),
      'status paid, 60 %': () => ({ status: 2 }),
      'status canceled, 8 %': () => ({ status: 3 }),
      'status expired, 20 %': () => ({ status: 4 }),
      ...OWN,
    },
    underEverySort: { status: 1 },
    row: (sql, id) => sql`
      select * from invoices where merchant_id = ${id} and invoice_name like 'Rare %' order by id limit 1`,
  },
  links: {
    table: 'payment_links',
    path: '/merchant/payment_links',
    fill: fillLinks,
    by: 'sort_by',
    type: 'sort_type',
    page: 'page',
    filters: {
      'invoice_name, one name': (row) => ({ invoice_name: row.invoice_name }),
      'invoice_name, a word of an eighth': () => ({ invoice_name: 'pottery' }),
      due_date: () => ({ due_date: day(-10) }),
      'status inactive, 50 %': () => ({ status: 1 }),
      'status active, 20 %': () => ({ status: 2 }),
      'status expired, 30 %': () => ({ status: 3 }),
      ...OWN,
    },
    underEverySort: { status: 2 },
    row: (sql, id) => sql`
      select * from payment_links where merchant_id = ${id} and invoice_name like 'Rare %' order by id limit 1`,
  },
  transactions: {
    table: 'transactions',
    path: '/merchant/transactions',
    fill: fillTransactions,
    by: 'sort_by',
    type: 'sort_type',
    page: 'page',
    filters: {
      reference: (row) => ({ reference: row.reference }),
      'reference, its beginning': (row) => ({ reference: row.reference.slice(0, 7) }),
      external_reference: (row) => ({ external_reference: row.external_reference }),
      updated_since: OWN.updated_since,
      'updated_since, in the order of changes': () => ({ ...OWN.updated_since(), sort_by: 'updated_at' }),
      merchant_reference: OWN.merchant_reference,
      'status success': () => ({ status: 1 }),
      'status failed': () => ({ status: 2 }),
      'status pending': () => ({ status: 0 }),
      'payments paid': () => ({ payments: 'paid' }),
      'payments ended': () => ({ payments: 'ended' }),
      'payments refunded': () => ({ payments: 'refunded' }),
      'date_from, date_to, a day': () => ({ date_from: day(30), date_to: day(30) }),
      'date_from, the last 30 days': () => ({ date_from: day(30) }),
      'hour, one of a day': () => ({ hour: `${day(30)}T10:00:00Z` }),
      payment_method_id: () => ({ payment_method_id: 5 }),
      'amount_from, amount_to': () => ({ amount_from: 100, amount_to: 190 }),
      'status and method and days': () => ({ status: 2, payment_method_id: 1, date_from: day(60) }),
    },
    underEverySort: { status: 0 },
    row: (sql, id) => sql`
      select * from transactions where merchant_id = ${id} and external_reference is not null order by id limit 1`,
  },
};

/** A list's sorts and filters from the OpenAPI document, so that none is left out. */
async function offered(url, list) {
  const api = await fetch(`${url}/openapi.json`).then((reply) => reply.json());
  const parameters = api.paths[list.path].get.parameters.filter(({ name }) => name);
  const sorts = parameters.find(({ name }) => name === list.by).schema.enum.slice(0, SORTS);
  // What a row carries besides is no filter: a test of plans looks at it.
  const paging =
    /^(expand|page|page_size|limit|cursor|PageNumber|PageSize|sort_by|sort_type|SortKey|SortType)$/;
  const shown = Object.keys(list.filters).join();
  const missing = parameters.filter(({ name }) => !paging.test(name) && !shown.includes(name));
  if (missing.length > 0) throw new Error(`Without an example: ${missing.map(({ name }) => name)}`);
  return sorts;
}

/** Every case as a query of each merchant. */
function casesOf(list, sorts, rows) {
  const both = (make) => ({ small: make(of(rows.small)), large: make(of(rows.large)) });
  const sorted = (by, type) => ({ [list.by]: by, [list.type]: type });
  const under = Object.entries(list.underEverySort)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  return {
    'as it opens': both(() => ({})),
    ...Object.fromEntries(
      sorts.flatMap((by) =>
        ['asc', 'desc'].map((type) => [`by ${by} ${type}`, both(() => sorted(by, type))]),
      ),
    ),
    ...Object.fromEntries(Object.entries(list.filters).map(([name, make]) => [name, both(make)])),
    ...Object.fromEntries(
      sorts.flatMap((by) =>
        ['asc', 'desc'].map((type) => [
          `${under} by ${by} ${type}`,
          both(() => ({ ...sorted(by, type), ...list.underEverySort })),
        ]),
      ),
    ),
    'page 1,000': both(() => ({ [list.page]: 1000 })),
  };
}

async function took(url, headers) {
  const began = performance.now();
  const reply = await fetch(url, { headers });
  await reply.arrayBuffer();
  if (!reply.ok) throw new Error(`${url}: ${reply.status}`);
  return performance.now() - began;
}

async function measure(list, queries, sides) {
  const times = { small: [], large: [] };
  for (let count = -WARMING; count < REQUESTS; count += 1) {
    for (const side of ['small', 'large']) {
      const { url, token } = sides[side];
      const address = `${url}/api${list.path}?${new URLSearchParams(queries[side])}`;
      const one = await took(address, { authorization: `Bearer ${token}` });
      if (count >= 0) times[side].push(one);
    }
  }
  return { small: median(times.small), large: median(times.large) };
}

/** Whether a case was chosen: any, unless words of names are given. */
export const isChosen = (what, words = []) =>
  words.length === 0 || words.some((word) => what.toLowerCase().includes(word.toLowerCase()));

/**
 * Measures and prints the cases of a list for two merchants.
 * @param sides `small` and `large`: the URL of each merchant's product, its token, its `id`, how many `rows` it has,
 * and `sql` to its database
 * @param options `goal`, and `words` of the names of cases, to measure only those
 */
export async function compare(name, sides, { goal = GOAL, words = [] } = {}) {
  const list = LISTS[name];
  const sorts = await offered(sides.small.url, list);
  const [[small], [large]] = await Promise.all(
    [sides.small, sides.large].map(({ sql, id }) => list.row(sql, id)),
  );
  const results = [];
  for (const [what, queries] of Object.entries(casesOf(list, sorts, { small, large }))) {
    if (!isChosen(what, words)) continue;
    const { small: few, large: many } = await measure(list, queries, sides);
    results.push({ what, few, many, ratio: many / few });
  }
  if (results.length === 0) return;
  const within = results.filter(({ ratio }) => ratio <= goal).length;
  const middle = median(results.map(({ ratio }) => ratio)).toFixed(2);
  table(
    `${name}, ms at ${sides.small.rows} and at ${sides.large.rows} rows, median of ${REQUESTS}: ${within} of ${results.length} cases within ${goal} ×, median ${middle} ×`,
    results.map(({ what, few, many, ratio }) => ({
      what,
      few: few.toFixed(2),
      many: many.toFixed(2),
      ratio: ratio.toFixed(2) + (ratio > goal ? ' !' : ''),
    })),
  );
}
