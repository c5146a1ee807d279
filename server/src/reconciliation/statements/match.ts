/** Finds the batches and transfers that lines of the bank are about: pure. */
import { maskCards } from '../../processors/redact.ts';

/** A line that nothing explains. */
export interface OpenLine {
  id: number;
  bookedOn: string;
  amountPiastres: number;
  /** References and text. */
  said: string;
}

/** A batch of which no line is known. */
export interface Payable {
  id: number;
  /** Its own name, and of one that was booked by hand the bank's reference. */
  names: string[];
  /** What should come: the net amount, or what was booked. */
  amountPiastres: number;
  /** What may be missing or too much; of a booked one nothing. */
  tolerancePiastres: number;
  isBooked: boolean;
  /** The day on which it is paid. */
  dueOn: string;
}

export interface FoundLink {
  lineId: number;
  batchId: number;
  amountPiastres: number;
  rule: 'reference' | 'amount';
}

/** Days between a batch and its money, as it is on the bank's statement: weekends and holidays included. */
const NEAR_DAYS = 5;
/** Shorter names are found by chance. */
const SHORTEST_NAME = 4;
const MAX_WORDS = 5;
const MAX_ALIKE = 200;

const words = (text: string) =>
  text
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .split(' ')
    .filter((word) => word !== '');

const daysBetween = (one: string, other: string) =>
  Math.abs(Date.parse(one) - Date.parse(other)) / 86_400_000;

/** The batches that a text names, as whole words. */
function namedIn(said: string, byName: ReadonlyMap<string, Payable[]>): Payable[] {
  const all = words(said);
  const found = new Set<Payable>();
  for (let from = 0; from < all.length; from += 1)
    for (let count = 1; count <= MAX_WORDS && from + count <= all.length; count += 1)
      for (const batch of byName.get(all.slice(from, from + count).join(' ')) ?? []) found.add(batch);
  return [...found];
}

const fits = (batch: Payable, amountPiastres: number) =>
  Math.sign(batch.amountPiastres) === Math.sign(amountPiastres) &&
  Math.abs(batch.amountPiastres - amountPiastres) <= batch.tolerancePiastres;

/**
 * Finds links by the batch's name in the text; then by amount and day, if one batch fits one line and no other fits either.
 * What several fit is left to a person.
 */
export function matchBatches(lines: readonly OpenLine[], batches: readonly Payable[]): FoundLink[] {
  const byName = new Map<string, Payable[]>();
  // A name that looks like a card's number is masked in the text of a line (`maskCards`).
  for (const batch of batches)
    for (const name of new Set(
      batch.names.flatMap((each) => [each, maskCards(each)]).map((each) => words(each).join(' ')),
    )) {
      if (name.replaceAll(' ', '').length < SHORTEST_NAME) continue;
      byName.set(name, [...(byName.get(name) ?? []), batch]);
    }
  const taken = new Set<number>();
  const found: FoundLink[] = [];
  const take = (line: OpenLine, batch: Payable, amountPiastres: number, rule: FoundLink['rule']) => {
    taken.add(batch.id);
    found.push({ lineId: line.id, batchId: batch.id, amountPiastres, rule });
  };
  const rest = lines.filter((line) => {
    const named = namedIn(line.said, byName).filter(({ id }) => !taken.has(id));
    if (named.length === 0) return true;
    const exact = named.filter((batch) => fits(batch, line.amountPiastres));
    const [one] = exact.length === 1 ? exact : named.length === 1 ? named : [];
    if (one) {
      const isPossible =
        Math.sign(one.amountPiastres) === Math.sign(line.amountPiastres) &&
        (!one.isBooked || one.amountPiastres === line.amountPiastres);
      if (isPossible) take(line, one, line.amountPiastres, 'reference');
      return !isPossible;
    }
    // Several that are paid as one, each with its own amount.
    const sum = named.reduce((total, batch) => total + batch.amountPiastres, 0);
    if (sum !== line.amountPiastres) return true;
    for (const batch of named) take(line, batch, batch.amountPiastres, 'reference');
    return false;
  });
  byAmount(
    rest,
    batches.filter(({ id }) => !taken.has(id)),
    (line, batch) => take(line, batch, line.amountPiastres, 'amount'),
  );
  return found;
}

/** Pairs lines and batches that fit nothing else. */
function byAmount(
  lines: readonly OpenLine[],
  batches: readonly Payable[],
  take: (line: OpenLine, batch: Payable) => void,
): void {
  const sorted = batches.toSorted((a, b) => a.amountPiastres - b.amountPiastres);
  const widest = batches.reduce((most, { tolerancePiastres }) => Math.max(most, tolerancePiastres), 0);
  const nearOf = (line: OpenLine) => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sorted[middle]!.amountPiastres < line.amountPiastres - widest) low = middle + 1;
      else high = middle;
    }
    const near: Payable[] = [];
    for (let at = low; at < sorted.length; at += 1) {
      const batch = sorted[at]!;
      if (batch.amountPiastres > line.amountPiastres + widest) break;
      // An amount that so many have says nothing.
      if (at - low > MAX_ALIKE) return [];
      if (fits(batch, line.amountPiastres) && daysBetween(batch.dueOn, line.bookedOn) <= NEAR_DAYS)
        near.push(batch);
    }
    return near;
  };
  const pairs = lines.map((line) => ({ line, near: nearOf(line) }));
  const wanted = new Map<number, number>();
  for (const { near } of pairs) for (const { id } of near) wanted.set(id, (wanted.get(id) ?? 0) + 1);
  for (const { line, near } of pairs) {
    const [batch] = near;
    if (batch && near.length === 1 && wanted.get(batch.id) === 1) take(line, batch);
  }
}
