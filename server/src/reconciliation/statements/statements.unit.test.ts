/** Which lines of a statement are new, and their batches. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mt940Of } from '../../../tests/kit/reconciliation/statements.ts';
import { maskCards } from '../../processors/redact.ts';
import { type Covered, continueWith } from './chain.ts';
import { matchBatches, type OpenLine, type Payable } from './match.ts';
import type { ReadLine } from './parse.ts';
import { type ReadStatement, readStatement } from './read.ts';

const IBAN = 'EG380019000500000000263180002';
const layout = {
  encoding: 'auto',
  delimiter: 'auto',
  decimal_mark: 'point',
  dates: 'dmy',
  columns: {
    booked_on: 'Date',
    value_on: '',
    amount: '',
    credit: 'Credit',
    debit: 'Debit',
    balance: 'Balance',
    sign: '',
    record: '',
    reference: 'Ref',
    text: 'Details',
  },
} as const;
const read = (text: string, typed = {}) =>
  readStatement(Buffer.from(text), { iban: IBAN, bic: '', layout }, typed);
const problem = async (text: string, typed = {}) =>
  read(text, typed).then(
    () => null,
    (error) => Object.values(error.fields ?? {})[0],
  );

describe('a statement', () => {
  test('as CSV is read with credits and debits, oldest or newest first, and must lead from balance to balance', async () => {
    const rows = ['15/06/2026,100.00,,1100.00,A,In', '16/06/2026,,40.5,1059.50,B,Out'];
    const head = 'Bank of the Nile\nDate,Credit,Debit,Balance,Ref,Details\n';
    const [oldest, newest] = [
      await read(head + rows.join('\n')),
      await read(head + rows.toReversed().join('\n')),
    ];
    expect(oldest).toMatchObject({
      format: 'csv',
      openingPiastres: 100_000,
      closingPiastres: 105_950,
      firstDay: '2026-06-15',
      lastDay: '2026-06-16',
    });
    expect(oldest.lines.map(({ amountPiastres, bankReference }) => [amountPiastres, bankReference])).toEqual([
      [10_000, 'A'],
      [-4_050, 'B'],
    ]);
    expect(newest).toMatchObject({ openingPiastres: 100_000, closingPiastres: 105_950 });
    expect(await problem(head + rows.join('\n').replace('1059.50', '1059.51'))).toMatchObject([
      { key: 'BankFileDoesNotAddUp' },
    ]);
    expect(await problem(head + rows.join('\n').replace('40.5', '40.555'))).toMatchObject([
      { key: 'BankFileCellWrong', params: { line: 4, field: 'Debit', value: '40.555' } },
    ]);
    expect(await problem(head + rows.join('\n').replace('16/06/2026', '46189'))).toMatchObject([
      { key: 'BankFileSerialDay', params: { line: 4, field: 'Date', value: '46189' } },
    ]);
    const without = rows.map((row) => row.replace(/,\d+\.\d+,([AB])/, ',,$1')).join('\n');
    expect(await problem(head + without)).toEqual([{ key: 'Required' }]);
    expect(await read(head + without, { opening: 100_000, closing: 105_950 })).toMatchObject({
      closingPiastres: 105_950,
    });
  });

  test('of another account, in another currency, or with another balance than was typed is refused', async () => {
    const text = mt940Of(0, [{ piastres: 100 }]);
    expect(await problem(text.replace(IBAN, 'EG380019000500000000263180003'))).toMatchObject([
      { key: 'reconciliation.statement.otherAccount' },
    ]);
    expect((await read(text.replace(IBAN, '0263180002'))).lines).toHaveLength(1);
    expect(await problem(text.replaceAll('EGP', 'USD'))).toMatchObject([
      { key: 'reconciliation.statement.otherCurrency' },
    ]);
    expect(await problem(text, { closing: 101 })).toMatchObject([
      { key: 'reconciliation.statement.other.closing', params: { actualPiastres: 100 } },
    ]);
  });

  test('without lines goes from balance to balance: as far as it says, or as is typed beside it', async () => {
    const quiet = mt940Of(100_000, [], { day: '2026-06-15', until: '2026-06-30' });
    const whole = { openingPiastres: 100_000, closingPiastres: 100_000, lines: [] };
    expect(await read(quiet)).toMatchObject({ ...whole, firstDay: '2026-06-15', lastDay: '2026-06-30' });
    expect(await read(quiet, { last_day: '2026-06-30' })).toMatchObject({ lastDay: '2026-06-30' });
    for (const last_day of ['2026-06-29', '2026-07-01'])
      expect(await problem(quiet, { last_day })).toEqual([
        { key: 'reconciliation.statement.other.last_day', params: { actualDay: '2026-06-30' } },
      ]);
    expect(await problem(quiet.replace(/1000,00$/, '1000,01'))).toMatchObject([
      { key: 'BankFileDoesNotAddUp' },
    ]);
    const head = 'Date,Credit,Debit,Balance,Ref,Details\n';
    const balances = { opening: 100_000, closing: 100_000 };
    expect(await problem(head, balances)).toEqual([{ key: 'reconciliation.statement.nothingNew' }]);
    expect(await read(head, { ...balances, last_day: '2026-06-30' })).toMatchObject({
      ...whole,
      firstDay: '2026-06-30',
      lastDay: '2026-06-30',
    });
    const row = '15/06/2026,100.00,,1100.00,A,In';
    expect(await read(head + row, { last_day: '2026-06-30' })).toMatchObject({
      firstDay: '2026-06-15',
      lastDay: '2026-06-30',
    });
    expect(await problem(head + row, { last_day: '2026-06-14' })).toMatchObject([
      { params: { actualDay: '2026-06-15' } },
    ]);
  });

  test('with characters that cannot be kept or shown is read without them', async () => {
    const { lines } = await read(mt940Of(0, [{ piastres: 100, text: 'A\u0000B\u202eC\u200bD' }]));
    expect(lines[0]!.text).toBe('A B C D');
  });
});

interface Said {
  day: number;
  piastres: number;
}
const dayOf = (day: number) => `2026-06-${String(day).padStart(2, '0')}`;
const lineOf = ({ day, piastres }: Said): ReadLine => ({
  lineNo: 1,
  bookedOn: dayOf(day),
  valueOn: dayOf(day),
  amountPiastres: piastres,
  isReversal: false,
  bankReference: '',
  ownReference: '',
  text: '',
  transferIds: [],
  fingerprint: createHash('sha256').update(`${day} ${piastres}`).digest('hex'),
});
const sum = (lines: readonly Said[]) => lines.reduce((total, { piastres }) => total + piastres, 0);
function statementOf(all: readonly Said[], from: number, to: number): ReadStatement {
  const lines = all.slice(from, to);
  return {
    format: 'csv',
    sha256: Buffer.alloc(32),
    openingPiastres: sum(all.slice(0, from)),
    closingPiastres: sum(all.slice(0, to)),
    firstDay: dayOf(lines[0]!.day),
    lastDay: dayOf(lines.at(-1)!.day),
    isFinal: true,
    lines: lines.map(lineOf),
    notes: [],
  };
}

/** A day on which all of June is over. */
const OVER = '2026-07-02';

describe('statements of an account', () => {
  test('in any order that leaves no gap, whole days each and overlapping, give every line once', () => {
    const days = fc.array(
      fc.record({
        lines: fc.array(
          fc.integer({ min: -5, max: 5 }).filter((n) => n !== 0),
          { minLength: 1, maxLength: 4 },
        ),
      }),
      { minLength: 2, maxLength: 10 },
    );
    const cuts = fc.array(fc.tuple(fc.nat(9), fc.nat(9)), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(days, cuts, (account, parts) => {
        const all = account.flatMap(({ lines }, at) => lines.map((piastres) => ({ day: at + 1, piastres })));
        let covered: Covered | null = null;
        const kept: Said[] = [];
        for (const [a, b] of parts) {
          const [first, last] = [Math.min(a, b) % account.length, Math.max(a, b) % account.length].toSorted(
            (x, y) => x - y,
          ) as [number, number];
          const from = all.findIndex(({ day }) => day === first + 1);
          const to = all.findLastIndex(({ day }) => day === last + 1) + 1;
          const known = new Map<string, number>();
          for (const line of kept) {
            const key = lineOf(line).fingerprint;
            known.set(key, (known.get(key) ?? 0) + 1);
          }
          const next = continueWith(statementOf(all, from, to), covered, known, OVER);
          if (typeof next === 'string') continue;
          covered = next.covered;
          for (const {
            line: { bookedOn, amountPiastres },
          } of next.lines)
            kept.push({ day: Number(bookedOn.slice(-2)), piastres: amountPiastres });
          // The stored lines are exactly the bank's lines of the covered days.
          const said = all.filter(
            ({ day }) => dayOf(day) >= covered!.firstDay && dayOf(day) <= covered!.lastDay,
          );
          const order = (lines: Said[]) =>
            lines.map(({ day, piastres }) => day * 100 + piastres).toSorted((x, y) => x - y);
          if (covered.closingPiastres - covered.openingPiastres !== sum(kept))
            throw new Error('does not lead');
          // A gap whose days add up to zero cannot be seen in balances; every other one is refused.
          const gap = order(said).length - order(kept).length;
          if (gap === 0) expect(order(kept)).toEqual(order(said));
          else expect(sum(said)).toBe(sum(kept));
        }
      }),
    );
  });

  test('may be without lines: one proves a later day if its balance is the last one, and nothing twice', () => {
    const all = [{ day: 3, piastres: 50 }];
    const first = continueWith(statementOf(all, 0, 1), null, new Map(), OVER);
    if (typeof first === 'string') throw new Error(first);
    const quiet = (from: number, until: number, piastres = 50): ReadStatement => ({
      ...statementOf(all, 0, 1),
      openingPiastres: piastres,
      closingPiastres: piastres,
      firstDay: dayOf(from),
      lastDay: dayOf(until),
      lines: [],
    });
    const next = continueWith(quiet(3, 30), first.covered, new Map(), OVER);
    expect(next).toEqual({
      lines: [],
      known: 0,
      covered: { firstDay: dayOf(3), lastDay: dayOf(30), openingPiastres: 0, closingPiastres: 50 },
    });
    expect(continueWith(quiet(3, 30, 51), first.covered, new Map(), OVER)).toBe('gap');
    expect(continueWith(quiet(3, 3), first.covered, new Map(), OVER)).toBe('nothingNew');
    if (typeof next !== 'string')
      for (const until of [20, 30])
        expect(continueWith(quiet(3, until), next.covered, new Map(), OVER)).toBe('nothingNew');
  });

  test('prove no day before it is over: neither a quiet one, nor those before a line that is dated ahead', () => {
    const all = [3, 10, 30, 12].map((day) => ({ day, piastres: 10 * day }));
    const on = (statement: ReadStatement, before: Covered | null, day: number, known = new Map()) =>
      continueWith(statement, before, known, dayOf(day));
    const until = (from: number, to: number, lastDay: number): ReadStatement => ({
      ...statementOf(all, from, to),
      lastDay: dayOf(lastDay),
    });
    const first = on(statementOf(all, 0, 1), null, 3);
    if (typeof first === 'string') throw new Error(first);
    expect(first.covered.lastDay).toBe(dayOf(3));
    // An interim statement has today's lines so far, and proves yesterday; later lines of that day are added.
    const during = on({ ...statementOf(all, 0, 1), isFinal: false }, null, 3);
    if (typeof during === 'string') throw new Error(during);
    expect(during).toMatchObject({
      lines: { length: 1 },
      covered: { lastDay: dayOf(2), closingPiastres: 30 },
    });
    const seen = new Map([[lineOf(all[0]!).fingerprint, 1]]);
    const day = [all[0]!, { day: 3, piastres: 7 }];
    expect(on(statementOf(day, 0, 2), during.covered, 4, seen)).toMatchObject({
      lines: { length: 1 },
      covered: { lastDay: dayOf(3), closingPiastres: 37 },
    });
    // The same again proves the day once it is over.
    const same = { ...statementOf(all, 0, 1), isFinal: false };
    expect(on(same, during.covered, 3, seen)).toBe('nothingNew');
    expect(on(same, during.covered, 4, seen)).toMatchObject({ lines: [], covered: { lastDay: dayOf(3) } });
    const quiet = (lastDay: number): ReadStatement => ({
      ...until(0, 1, lastDay),
      openingPiastres: 30,
      closingPiastres: 30,
      lines: [],
    });
    expect([on(quiet(9), first.covered, 9), on(quiet(4), null, 4)]).toEqual(['notOver', 'notOver']);
    expect(on(quiet(9), first.covered, 10)).toMatchObject({ covered: { lastDay: dayOf(9) } });
    // Lines of before, and a closing balance of a day that goes on.
    const known = new Map([[lineOf(all[0]!).fingerprint, 1]]);
    expect(on(until(0, 1, 4), first.covered, 4, known)).toBe('nothingNew');
    expect(on(until(0, 1, 9), first.covered, 9, known)).toMatchObject({ covered: { lastDay: dayOf(8) } });
    // A line of the 30th, which the bank has booked on the 10th already: the 12th comes after it, and then the quiet days.
    const ahead = on(until(1, 3, 30), first.covered, 10);
    if (typeof ahead === 'string') throw new Error(ahead);
    expect(ahead).toMatchObject({ lines: { length: 2 }, covered: { lastDay: dayOf(10) } });
    const next = on(statementOf(all, 3, 4), ahead.covered, 13);
    if (typeof next === 'string') throw new Error(next);
    expect(next.covered).toMatchObject({ lastDay: dayOf(12), closingPiastres: 550 });
    // So does that of an account whose days an earlier release had counted as covered.
    const stuck = { ...ahead.covered, lastDay: dayOf(30) };
    expect(on(statementOf(all, 3, 4), stuck, 12)).toMatchObject({ covered: { closingPiastres: 550 } });
    // Only that line: no day is proven.
    expect(on(statementOf(all, 2, 3), null, 10)).toMatchObject({
      covered: { firstDay: dayOf(9), lastDay: dayOf(9) },
    });
  });

  test('with a day between them are refused, and the second page of a day adds the same charge again', () => {
    const all = [1, 2, 3].map((day) => ({ day, piastres: 10 * day }));
    const first = continueWith(statementOf(all, 0, 1), null, new Map(), OVER);
    if (typeof first === 'string') throw new Error(first);
    const known = new Map([[lineOf(all[0]!).fingerprint, 1]]);
    expect(continueWith(statementOf(all, 2, 3), first.covered, known, OVER)).toBe('gap');
    const twice = [all[0]!, all[0]!];
    const page = continueWith(statementOf(twice, 1, 2), first.covered, known, OVER);
    expect(page).toMatchObject({ lines: [{ nth: 2 }], known: 0, covered: { closingPiastres: 20 } });
  });
});

const line = (id: number, amountPiastres: number, said = '', bookedOn = '2026-06-16'): OpenLine => ({
  id,
  amountPiastres,
  said,
  bookedOn,
});
const batch = (id: number, amountPiastres: number, name = '', changed: Partial<Payable> = {}): Payable => ({
  id,
  names: [name],
  amountPiastres,
  tolerancePiastres: 0,
  isBooked: false,
  dueOn: '2026-06-15',
  ...changed,
});
const pairs = async (lines: OpenLine[], batches: Payable[]) =>
  (await matchBatches([lines], batches)).map(({ lineId, batchId, rule }) => `${lineId}:${batchId} ${rule}`);

describe('a credit', () => {
  test('is of the batch that it names as whole words, whatever the amount', async () => {
    expect(
      await pairs([line(1, 90, 'CIB settlement batch-0017/26 EG')], [batch(5, 100, 'Batch 0017/26')]),
    ).toEqual(['1:5 reference']);
    expect(await pairs([line(1, 90, 'BATCH-00171')], [batch(5, 100, 'BATCH-0017')])).toEqual([]);
    // Taken and not given, or booked by hand with another amount.
    expect(await pairs([line(1, -90, 'BATCH-0017')], [batch(5, 100, 'BATCH-0017')])).toEqual([]);
    expect(
      await pairs([line(1, 90, 'BATCH-0017')], [batch(5, 100, 'BATCH-0017', { isBooked: true })]),
    ).toEqual([]);
    // A name that looks like a card number is masked in the text of a line.
    const name = '4000123412341234';
    expect(maskCards(name)).not.toBe(name);
    expect(await pairs([line(1, 90, maskCards(`Settlement ${name} EG`))], [batch(5, 100, name)])).toEqual([
      '1:5 reference',
    ]);
    // A name that text contains by chance.
    expect(await pairs([line(1, 90, 'B1 of today')], [batch(5, 100, 'B1')])).toEqual([]);
  });

  test('of one of two batches of a name is that of its amount, and of several that it names if they add up', async () => {
    const same = [batch(5, 100, 'BATCH-0017'), batch(6, 90, 'BATCH-0017')];
    expect(await pairs([line(1, 90, 'BATCH-0017')], same)).toEqual(['1:6 reference']);
    expect(await pairs([line(1, 80, 'BATCH-0017')], same)).toEqual([]);
    const two = [batch(5, 100, 'BATCH-0017'), batch(6, -10, 'BATCH-0018')];
    expect(await pairs([line(1, 90, 'BATCH-0017 BATCH-0018')], two)).toEqual([
      '1:5 reference',
      '1:6 reference',
    ]);
    expect(await pairs([line(1, 91, 'BATCH-0017 BATCH-0018')], two)).toEqual([]);
  });

  test('is of the one batch of its amount and days, within its tolerance, and never of one of two', async () => {
    expect(await pairs([line(1, 101)], [batch(5, 100, '', { tolerancePiastres: 1 })])).toEqual([
      '1:5 amount',
    ]);
    expect(await pairs([line(1, 102)], [batch(5, 100, '', { tolerancePiastres: 1 })])).toEqual([]);
    expect(await pairs([line(1, 100)], [batch(5, 100), batch(6, 100)])).toEqual([]);
    expect(await pairs([line(1, 100), line(2, 100)], [batch(5, 100)])).toEqual([]);
    expect(await pairs([line(1, 100, '', '2026-06-21')], [batch(5, 100)])).toEqual([]);
    expect(await pairs([line(1, -100)], [batch(5, -100)])).toEqual(['1:5 amount']);
  });

  test('takes time in proportion to lines and batches, also when all have one amount', async () => {
    const many = Array.from({ length: 20_000 }, (_, at) => at);
    expect(
      await pairs(
        many.map((at) => line(at, 100, 'A B C D')),
        many.map((at) => batch(at, 100, `BATCH ${at}`)),
      ),
    ).toEqual([]);
  });
});
