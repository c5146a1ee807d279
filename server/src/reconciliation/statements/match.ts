/** Matches bank lines with batches. */
import { setImmediate as others } from 'node:timers/promises';
import { maskCards } from '../../processors/redact.ts';

/** A bank line without a match. */
export interface OpenLine {
  id: number;
  bookedOn: string;
  amountPiastres: number;
  /** References and text of the line. */
  said: string;
}

/** A batch without a bank line. */
export interface Payable {
  id: number;
  /** Its own name and, if it was booked manually, the bank's reference. */
  names: string[];
  /** The expected amount: the net amount or, if it is booked, the booked one. */
  amountPiastres: number;
  /** Accepted difference; zero if it is booked. */
  tolerancePiastres: number;
  isBooked: boolean;
  /** The day on which it is due for payment. */
  dueOn: string;
}

export interface FoundLink {
  lineId: number;
  batchId: number;
  amountPiastres: number;
  rule: 'reference' | 'amount';
}

/** Days between a batch and its line on the bank statement, including weekends and holidays. */
const NEAR_DAYS = 5;
/** Minimum length of a name; shorter ones match by chance. */
const SHORTEST_NAME = 4;
const MAX_WORDS = 5;
/** A name or an amount shared by more batches identifies none of them. */
const MAX_ALIKE = 200;
/** Number of comparisons after which other requests are served, because comparing many lines takes seconds. */
const AT_ONCE = 500;

const words = (text: string) =>
  text
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .split(' ')
    .filter((word) => word !== '');

/** Calls `work` for each item, and lets other requests run in between. */
async function forEach<T>(items: readonly T[], work: (item: T) => void): Promise<void> {
  for (let from = 0; from < items.length; from += AT_ONCE) {
    for (const item of items.slice(from, from + AT_ONCE)) work(item);
    await others();
  }
}

const dayOf = (day: string) => Date.parse(day) / 86_400_000;

const fits = (batch: Payable, amountPiastres: number) =>
  Math.sign(batch.amountPiastres) === Math.sign(amountPiastres) &&
  Math.abs(batch.amountPiastres - amountPiastres) <= batch.tolerancePiastres;

/** Batches sorted by amount. */
class Amounts {
  readonly #sorted: { batch: Payable; day: number }[];
  readonly #widest: number;

  constructor(batches: readonly Payable[]) {
    this.#sorted = batches
      .map((batch) => ({ batch, day: dayOf(batch.dueOn) }))
      .sort((a, b) => a.batch.amountPiastres - b.batch.amountPiastres);
    this.#widest = batches.reduce((most, { tolerancePiastres }) => Math.max(most, tolerancePiastres), 0);
  }

  /** Returns the index of the first batch of at least this amount. */
  #from(amountPiastres: number): number {
    let [low, high] = [0, this.#sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#sorted[middle]!.batch.amountPiastres < amountPiastres) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /**
   * Returns the batches that fit an amount, with their days; none if more than {@link MAX_ALIKE} have about this
   * amount.
   */
  fitting(amountPiastres: number): { batch: Payable; day: number }[] {
    const low = this.#from(amountPiastres - this.#widest);
    const high = this.#from(amountPiastres + this.#widest + 1);
    if (high - low > MAX_ALIKE) return [];
    return this.#sorted.slice(low, high).filter(({ batch }) => fits(batch, amountPiastres));
  }
}

/** The batches with the same name. */
interface Namesakes {
  batches: Payable[];
  amounts: Amounts | null;
}

/** An index of batches by the words of their names. */
class Names {
  readonly #byName = new Map<string, Namesakes>();
  /** Lengths in words of the names that begin with a given word. */
  readonly #lengths = new Map<string, Set<number>>();

  add(batch: Payable): void {
    // The text of a line masks names that look like card numbers (`maskCards`).
    const written = batch.names.flatMap((name) => [name, maskCards(name)]);
    for (const name of new Set(written.map((each) => words(each).join(' ')))) {
      const [first, ...others] = name.split(' ');
      if (name.replaceAll(' ', '').length < SHORTEST_NAME || others.length >= MAX_WORDS) continue;
      const known = this.#byName.get(name);
      if (known) known.batches.push(batch);
      else this.#byName.set(name, { batches: [batch], amounts: null });
      const lengths = this.#lengths.get(first!) ?? new Set();
      this.#lengths.set(first!, lengths.add(others.length + 1));
    }
  }

  /** Returns the names contained in a text as whole words. */
  in(said: string): Namesakes[] {
    const all = words(said);
    const found = new Set<Namesakes>();
    for (const [from, word] of all.entries())
      for (const length of this.#lengths.get(word) ?? []) {
        const named = this.#byName.get(all.slice(from, from + length).join(' '));
        if (named) found.add(named);
      }
    return [...found];
  }
}

/**
 * Matches lines by the batch's name in the text, then by amount and day if a line and a batch fit each other and
 * nothing else. Ambiguous cases are left to operators. Compares all lines with all batches, whatever their number,
 * and lets other requests run meanwhile.
 * @param pages lines, in the order in which they may claim the batches that they name; only short facts of each are
 * kept
 */
export async function matchBatches(
  pages: AsyncIterable<readonly OpenLine[]> | Iterable<readonly OpenLine[]>,
  batches: readonly Payable[],
): Promise<FoundLink[]> {
  const names = new Names();
  await forEach(batches, (batch) => names.add(batch));
  const taken = new Set<number>();
  const found: FoundLink[] = [];
  const take: Take = (lineId, batch, amountPiastres, rule) => {
    taken.add(batch.id);
    found.push({ lineId, batchId: batch.id, amountPiastres, rule });
  };
  const rest: Unnamed[] = [];
  for await (const page of pages)
    await forEach(page, ({ id, amountPiastres, bookedOn, said }) => {
      const isTaken = takeNamed({ id, amountPiastres }, names.in(said), taken, take);
      if (!isTaken) rest.push({ id, amountPiastres, day: dayOf(bookedOn) });
    });
  const left = batches.filter(({ id }) => !taken.has(id));
  await takeByAmount(rest, left, (line, batch) => take(line.id, batch, line.amountPiastres, 'amount'));
  return found;
}

type Take = (lineId: number, batch: Payable, amountPiastres: number, rule: FoundLink['rule']) => void;

/** Matches a line with the batches that it names, if that is unambiguous. @returns whether it did */
function takeNamed(
  line: { id: number; amountPiastres: number },
  names: readonly Namesakes[],
  taken: ReadonlySet<number>,
  take: Take,
): boolean {
  const isMany = names.reduce((sum, { batches }) => sum + batches.length, 0) > MAX_ALIKE;
  const all = isMany
    ? names.flatMap((each) => fittingOf(each, line.amountPiastres))
    : names.flatMap(batchesOf);
  const named = [...new Set(all)].filter(({ id }) => !taken.has(id));
  const exact = named.filter((batch) => fits(batch, line.amountPiastres));
  const [one] = exact.length === 1 ? exact : named.length === 1 ? named : [];
  if (one) {
    const isPossible =
      Math.sign(one.amountPiastres) === Math.sign(line.amountPiastres) &&
      (!one.isBooked || one.amountPiastres === line.amountPiastres);
    if (isPossible) take(line.id, one, line.amountPiastres, 'reference');
    return isPossible;
  }
  if (isMany || named.length === 0) return false;
  // Several batches paid as one, each with its own amount.
  const sum = named.reduce((total, batch) => total + batch.amountPiastres, 0);
  if (sum !== line.amountPiastres) return false;
  for (const batch of named) take(line.id, batch, batch.amountPiastres, 'reference');
  return true;
}

const batchesOf = ({ batches }: Namesakes) => batches;

/** Returns the batches that fit an amount, among many with the same name. */
function fittingOf(names: Namesakes, amountPiastres: number): Payable[] {
  names.amounts ??= new Amounts(names.batches);
  return names.amounts.fitting(amountPiastres).map(({ batch }) => batch);
}

/** A line that names no batch. */
interface Unnamed {
  id: number;
  amountPiastres: number;
  day: number;
}

/** Pairs lines and batches that fit only each other. */
async function takeByAmount(
  lines: readonly Unnamed[],
  batches: readonly Payable[],
  take: (line: Unnamed, batch: Payable) => void,
): Promise<void> {
  const amounts = new Amounts(batches);
  const single: { line: Unnamed; batch: Payable }[] = [];
  const wanted = new Map<number, number>();
  await forEach(lines, (line) => {
    const near = amounts
      .fitting(line.amountPiastres)
      .filter(({ day }) => Math.abs(day - line.day) <= NEAR_DAYS);
    for (const { batch } of near) wanted.set(batch.id, (wanted.get(batch.id) ?? 0) + 1);
    if (near.length === 1) single.push({ line, batch: near[0]!.batch });
  });
  for (const { line, batch } of single) if (wanted.get(batch.id) === 1) take(line, batch);
}
