import type { ExportFormat } from '@daftar/contract/exports';
import { isForOperators } from '@daftar/contract/ops-roles';
// Another reader than the product's own, so that a fault which its writer and reader share is noticed.
import { parse } from 'csv-parse/sync';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unescaped } from '../../src/platform/csv/csv.ts';
import { type Case, cases, fieldsOf, sampledQuery } from '../kit/cases.ts';
import { type Actor, type OperatorActor, startTestServer, type TestServer } from '../kit/server.ts';
import type { World } from '../kit/world.ts';

/** Every file of rows, generated from the contract: what PostgreSQL formats is what JavaScript formats, and neither fails. */
let daftar: TestServer;
let owner: Actor;
let admin: OperatorActor;
let world: World;

const filtersOf = ({ query }: Case['endpoint']) => {
  const list = (query as { list?: { filters: readonly string[] } } | undefined)?.list;
  return list?.filters ?? fieldsOf(query);
};
const files = cases.filter(
  ({ endpoint, mode }) =>
    endpoint.reply.kind === 'file' &&
    mode === 'live' &&
    [...filtersOf(endpoint), ...fieldsOf(endpoint.body)].includes('format'),
);
const nounOf = ({ name }: Case) => name.split('.')[0];

/** Files that have no row of what the samples make. JavaScript formats both of their types. */
const EMPTY: readonly string[] = [
  'ops-bank-transfers.exportDue',
  'ops-cut-offs.export',
  'ops-documents.export',
  'ops-ledger.export',
  'ops-money.exportUnanswered',
  'ops-processors.exportClearing',
  'ops-reserve.exportItems',
  'ops-risk.exportDryRun',
];

beforeAll(async () => {
  daftar = await startTestServer();
  owner = await daftar.merchant();
  admin = await daftar.operator('admin');
  world = { daftar, actor: owner, mode: 'live', operator: admin };
  // What the paths of a noun's calls refer to are rows of its lists.
  const nouns = new Set(files.map(nounOf));
  const makers = cases.filter((each) => each.mode === 'live' && nouns.has(nounOf(each)));
  for (const { sample } of makers) await sample.params?.(world);
});
afterAll(() => daftar.close());

async function fetched({ endpoint, sample }: Case): Promise<Record<ExportFormat, Buffer>> {
  const params = await sample.params?.(world);
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params![name]!));
  const query = await sampledQuery(sample, world);
  const body = await sample.body?.(world);
  const headers = isForOperators(endpoint.access) ? admin.headers : owner.headers;
  const fetch = async (format: ExportFormat) => {
    const asked = body ? { query, payload: { ...body, format } } : { query: { ...query, format } };
    const response = await daftar.server.inject({
      method: endpoint.method,
      url: `/api${path}`,
      headers,
      ...asked,
    });
    expect(response.statusCode, response.body).toBe(200);
    return response.rawPayload;
  };
  return { csv: await fetch('csv'), xlsx: await fetch('xlsx') };
}

type Cells = (string | number)[][];

const linesOf = (file: Buffer): string[][] =>
  parse(file, { bom: true, relax_column_count: true }).map((row: string[]) => row.map(unescaped));

const XML: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&', '&#13;': '\r' };

/** How much of a time each date format of a workbook shows, by its style. */
const DATES: Record<string, number> = {
  3: 'YYYY-MM-DD'.length,
  4: 'YYYY-MM-DD HH:MM'.length,
  5: 'YYYY-MM-DD HH:MM:SS'.length,
};
const momentOf = (days: number) =>
  new Date(Math.round((days - 25_569) * 86_400) * 1_000).toISOString().replace('T', ' ');

/** Texts of a workbook that are days or times, which Excel could neither group nor filter. */
const datesAsText = (file: Buffer): string[] =>
  strFromU8(unzipSync(file)['xl/worksheets/sheet1.xml']!).match(
    />\d{4}-\d\d-\d\d( \d\d:\d\d(:\d\d)?)?<\/t>/g,
  ) ?? [];

function cellsOf(file: Buffer): Cells {
  const sheet = strFromU8(unzipSync(file)['xl/worksheets/sheet1.xml']!);
  return [...sheet.matchAll(/<row>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<c\/>|<c s="(\d)"[^>]*>(?:<v>(.*?)<\/v>|<is><t[^>]*>(.*?)<\/t><\/is>)<\/c>/gs)].map(
      ([, style, number, said = '']) => {
        if (number === undefined) return said.replace(/&\w+;|&#13;/g, (mark) => XML[mark]!);
        const shown = DATES[style!];
        return shown ? momentOf(Number(number)).slice(0, shown) : Number(number);
      },
    ),
  );
}

test.each(files.map((each) => [each.name, each] as const))(
  '%s has the same rows as text and as a workbook, which has dates for days and times',
  async (name, each) => {
    const { csv, xlsx } = await fetched(each);
    const lines = linesOf(csv);
    const cells = cellsOf(xlsx);
    expect(lines.length > 1, `rows of ${name}`).toBe(!EMPTY.includes(name));
    // To save a list of the console is an entry of its log, and the newest comes first.
    if (name === 'ops-platform.exportAudit') cells.splice(1, 1);
    const asCells = (line: string[], row: number) =>
      line.map((said, column) => (typeof cells[row]?.[column] === 'number' ? Number(said) : said));
    expect(cells).toEqual(lines.map(asCells));
    expect(datesAsText(xlsx), `days and times of ${name}`).toEqual([]);
  },
);
