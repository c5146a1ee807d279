/** Builds bank statements for tests. */

/** A booking; below zero: a debit. */
export interface Booking {
  piastres: number;
  day?: string;
  reference?: string;
  text?: string;
}

const pounds = (piastres: number) => (Math.abs(piastres) / 100).toFixed(2).replace('.', ',');
const side = (piastres: number) => (piastres < 0 ? 'D' : 'C');
const compact = (day: string) => day.replaceAll('-', '').slice(2);

/**
 * Returns a statement as MT940, with balances that agree. `until`: a day of its closing balance after its last
 * booking.
 */
export function mt940Of(
  opening: number,
  bookings: readonly Booking[],
  {
    account = 'EG380019000500000000263180002',
    day = '2026-06-15',
    until = '',
  }: { account?: string; day?: string; until?: string } = {},
): string {
  const closing = bookings.reduce((sum, { piastres }) => sum + piastres, opening);
  return [
    ':20:STATEMENT',
    `:25:${account}`,
    ':28C:1/1',
    `:60F:${side(opening)}${compact(day)}EGP${pounds(opening)}`,
    ...bookings.flatMap((booking) => [
      `:61:${compact(booking.day ?? day)}${side(booking.piastres)}${pounds(booking.piastres)}NTRFNONREF//${booking.reference ?? ''}`,
      `:86:${booking.text ?? 'TRANSFER'}`,
    ]),
    `:62F:${side(closing)}${compact(until || (bookings.at(-1)?.day ?? day))}EGP${pounds(closing)}`,
  ].join('\n');
}
