/** Files made to keep a reader busy: each is refused, everybody else is served meanwhile, and the process still ends when told. */
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../kit/platform/database.ts';
import { sheetOf, workbookParts, zipOf } from '../kit/platform/sheets.ts';
import { signedIn } from './client.ts';
import { type Bundle, buildBundle, type Product, startProduct } from './product.ts';

let database: TestDatabase;
let bundle: Bundle;
let product: Product;
let authorization: string;

beforeAll(async () => {
  [database, bundle] = await Promise.all([createTestDatabase(), buildBundle()]);
  const env = { DATABASE_URL: database.url, DAFTAR_SECRET: 's'.repeat(40), DAFTAR_LOG_LEVEL: 'error' };
  product = await startProduct(bundle, env);
  authorization = (await signedIn(product, 1)).authorization;
});
afterAll(async () => {
  product?.kill('SIGKILL');
  await product?.ended;
  await database?.drop();
});

const MEGABYTE = 1024 * 1024;

/** No answer to anybody may wait this long: ten times what is promised, because a machine that runs tests is busy. */
const LONGEST_WAIT_MILLISECONDS = 1_000;

/** A file that is being read longer than this is being read for ever. */
const PATIENCE_MILLISECONDS = 25_000;

const rows = (inside: string) =>
  zipOf(workbookParts(`<worksheet><sheetData>${inside}</sheetData></worksheet>`));
const part = (name: string, content: string | Buffer, claimedBytes?: number) =>
  zipOf([
    ...workbookParts(sheetOf([['name'], ['x']], [])).filter((each) => each.name !== name),
    { name, content, ...(claimedBytes === undefined ? {} : { claimedBytes }) },
  ]);
/** A sheet that breaks off within what it says. */
const unfinished = (inside: string) => part(SHEET, `<worksheet><sheetData>${inside}`);
const SHEET = 'xl/worksheets/sheet1.xml';
const STRINGS = 'xl/sharedStrings.xml';
const HEAD = 'name,email,mobile,nationalId,description\n';
const numbered = (count: number, of: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => of(at)).join('');

/** What to send, by what is wrong with it. Made when its turn comes: together they would fill the memory of the test. */
const FILES: [string, () => string | Buffer][] = [
  ['20,000 rows whose tag never ends', () => unfinished('<row '.repeat(20_000))],
  ['5,000,000 rows whose tag never ends', () => unfinished('<row '.repeat(5_000_000))],
  ['cells whose tag never ends', () => unfinished('<row><c '.repeat(1_000_000))],
  ['strings whose tag never ends', () => part(STRINGS, `<sst>${'<si '.repeat(2_000_000)}`)],
  [
    'relations whose tag never ends',
    () => part('xl/_rels/workbook.xml.rels', '<Relationship '.repeat(500_000)),
  ],
  ['sheets whose tag never ends', () => part('xl/workbook.xml', `<workbook>${'<sheet '.repeat(1_000_000)}`)],
  ['a tag of twenty million spaces', () => rows(`<row${' '.repeat(20_000_000)}><c/></row>`)],
  ['an attribute of twenty million letters', () => rows(`<row r="${'1'.repeat(20_000_000)}"><c/></row>`)],
  ['an attribute that never ends', () => unfinished(`<row r="${'a=b '.repeat(5_000_000)}`)],
  ['a million attributes', () => rows(`<row ${numbered(1_000_000, (at) => `a${at}="" `)}/>`)],
  ['300,000 namespaces', () => rows(`<row ${numbered(300_000, (at) => `xmlns:n${at}="urn:n" `)}/>`)],
  ['tags two million deep', () => unfinished('<row>'.repeat(2_000_000))],
  ['a comment that never ends', () => unfinished(`<!--${'- '.repeat(10_000_000)}`)],
  ['five million comments', () => rows('<!---->'.repeat(5_000_000))],
  [
    'five million incomplete character references',
    () => rows(`<row><c t="str"><v>${'&#x'.repeat(5_000_000)}</v></c></row>`),
  ],
  [
    'references, four million in one cell',
    () => rows(`<row><c t="str"><v>${'&amp;'.repeat(4_000_000)}</v></c></row>`),
  ],
  [
    'nested entities',
    () =>
      part(
        SHEET,
        `<!DOCTYPE w [<!ENTITY a "${'x'.repeat(1_000)}">${numbered(20, (at) => `<!ENTITY b${at} "${`&${at === 0 ? 'a' : `b${at - 1}`};`.repeat(10)}">`)}]><worksheet><sheetData><row><c t="str"><v>&b19;</v></c></row></sheetData></worksheet>`,
      ),
  ],
  ['a DOCTYPE that never ends', () => part(SHEET, `<!DOCTYPE w [${'<!ENTITY a "'.repeat(3_000_000)}`)],
  [
    'a cell of forty million letters',
    () => rows(`<row><c t="str"><v>${'a'.repeat(40_000_000)}</v></c></row>`),
  ],
  [
    'three million unused strings',
    () => part(STRINGS, `<sst>${'<si><t>a</t></si>'.repeat(2_500_000)}</sst>`),
  ],
  ['a million empty cells in a row', () => rows(`<row>${'<c/>'.repeat(5_000_000)}</row>`)],
  ['200 MB packed into 200 kB, said to be 1 kB', () => part(SHEET, Buffer.alloc(200 * MEGABYTE, 'a'), 1_000)],
  ['five million commas in a row', () => `${HEAD}${','.repeat(5_000_000)}`],
  ['five million commas in the heading', () => `${','.repeat(5_000_000)}\nx`],
  ['a thousand commas in each of five thousand rows', () => `${HEAD}${`${','.repeat(999)}\n`.repeat(5_000)}`],
  ['five million quotation marks', () => `${HEAD}${'"'.repeat(5_000_000)}`],
  ['a cell of five million letters', () => `${HEAD}${'a'.repeat(5_000_000)}`],
  ['a quoted cell that never ends', () => `${HEAD}"${'a,\n'.repeat(1_600_000)}`],
  ['five million line breaks', () => `${HEAD}${'\n'.repeat(5_000_000)}`],
  ['two million rows of one comma', () => `${HEAD}${',\n'.repeat(2_000_000)}`],
];

/** Asks over and over how the server is, in a thread of its own: this one is busy making and sending the file. */
const WATCHER = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { setTimeout: pause } = require('node:timers/promises');
  let longest = 0;
  const ask = async () => {
    const began = performance.now();
    const { status } = await fetch(workerData.origin + '/healthz', { signal: AbortSignal.timeout(workerData.patience) });
    if (status !== 200) throw new Error('/healthz answered ' + status);
    longest = Math.max(longest, performance.now() - began);
  };
  (async () => {
    let isOver = false;
    // The first asking opens the connection and loads the client.
    await ask();
    longest = 0;
    parentPort.postMessage('begun');
    parentPort.once('message', () => { isOver = true; });
    while (!isOver) {
      await ask();
      await pause(5);
    }
    parentPort.postMessage(longest);
  })();
`;

/** @returns a function that ends the watch and returns the longest time that an answer took, in milliseconds. */
async function watch(origin: string): Promise<() => Promise<number>> {
  const watcher = new Worker(WATCHER, {
    eval: true,
    workerData: { origin, patience: PATIENCE_MILLISECONDS },
  });
  await once(watcher, 'message');
  return async () => {
    const told = once(watcher, 'message');
    watcher.postMessage('over');
    const [longest] = await told;
    await watcher.terminate();
    return Math.round(longest);
  };
}

async function upload(
  path: string,
  content: string | Buffer,
  headers: Record<string, string> = {},
): Promise<Response> {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(Buffer.from(content as string))]), 'sheet');
  return fetch(`${product.origin}/api/sandbox/merchant/${path}`, {
    method: 'POST',
    headers: { authorization, ...headers },
    signal: AbortSignal.timeout(PATIENCE_MILLISECONDS),
    body,
  });
}

test.each(FILES)('%s is refused and delays no other request', async (what, make) => {
  const content = make();
  const over = await watch(product.origin);
  const began = performance.now();
  const reply = await upload('Customer/Import/Preview', content);
  const took = Math.round(performance.now() - began);
  const longest = await over();
  if (process.env.DAFTAR_MEASURE)
    console.log(`${what}: ${reply.status} after ${took} ms, longest wait ${longest} ms`);
  expect(reply.status, await reply.text()).toBe(422);
  expect(longest).toBeLessThan(LONGEST_WAIT_MILLISECONDS);
});

test.each(['Customer/Import', 'store/products/import-product', 'store/categories/import-category'])(
  '%s: a file that is invalid after a thousand valid rows is refused whole',
  async (path) => {
    const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
    const row = (...cells: string[]) => `<row>${cells.map(text).join('')}</row>`;
    const good = [
      row('name', 'email', 'mobile'),
      ...Array.from({ length: 1_000 }, (_, at) =>
        row('Mona', `mona${at}@example.com`, `010${10_000_000 + at}`),
      ),
    ];
    const reply = await upload(path, unfinished(`${good.join('')}${'<row '.repeat(50_000)}`));
    expect(reply.status, await reply.text()).toBe(422);
    expect(await database.sql`select from customers`).toHaveLength(0);
  },
);

test('a refusal says what to do, in the user’s language', async () => {
  const reply = await upload('Customer/Import/Preview', ','.repeat(5_000_000), { 'accept-language': 'ar' });
  const { errors } = (await reply.json()) as { errors: Record<string, string[]> };
  expect(errors.file).toEqual(['الحد الأقصى لعدد الأعمدة في الملف الواحد هو ٢٥٦']);
});

test('SIGTERM ends the process while large import files are being read', async () => {
  const sent = [1, 2, 3].map(() =>
    upload('Customer/Import/Preview', rows(`<row>${'<c/>'.repeat(16_000)}</row>`.repeat(180))).catch(
      () => null,
    ),
  );
  await pause(0);
  product.kill('SIGTERM');
  expect(await product.ended).toEqual({ code: 0, signal: null });
  await Promise.all(sent);
});
