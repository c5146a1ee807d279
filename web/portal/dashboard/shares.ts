import type { PaymentMethodCount } from '@daftar/contract/dashboard';
import type * as z from 'zod/mini';

type Count = z.output<typeof PaymentMethodCount>;

/** Colours of the chart; further slices start over. */
export const PALETTE_SIZE = 6;

export interface Share {
  name: string;
  count: number;
  /** Percentage of all, with one decimal. */
  percent: number;
  colour: number;
}

/** The methods, largest first, with their shares. */
export function sharesOf(counts: readonly Count[]): { shares: Share[]; total: number } {
  const total = counts.reduce((sum, { total_transactions }) => sum + total_transactions, 0);
  const shares = counts
    .filter(({ total_transactions }) => total_transactions > 0)
    .sort((a, b) => b.total_transactions - a.total_transactions)
    .map(({ payment_method, total_transactions }, index) => ({
      name: payment_method,
      count: total_transactions,
      percent: Math.round((total_transactions / total) * 1000) / 10,
      colour: index % PALETTE_SIZE,
    }));
  return { shares, total };
}

export interface Slice {
  /** SVG path of the ring's piece. */
  path: string;
  /** The position of its label. */
  label: { x: number; y: number };
  share: Share;
}

const point = (radius: number, turn: number) => {
  const angle = turn * 2 * Math.PI - Math.PI / 2;
  return { x: round(radius * Math.cos(angle)), y: round(radius * Math.sin(angle)) };
};
const round = (value: number) => Math.round(value * 1000) / 1000;

/**
 * The slices of a ring around 0,0, clockwise from the top. A single method is two half rings, because an arc cannot
 * close.
 */
export function slicesOf(shares: readonly Share[], outer: number, inner: number): Slice[] {
  const total = shares.reduce((sum, { count }) => sum + count, 0);
  let before = 0;
  return shares.map((share) => {
    const from = before / total;
    before += share.count;
    const to = before / total;
    const middle = (from + to) / 2;
    const steps = to - from > 0.5 ? [from, middle, to] : [from, to];
    const arc = (radius: number, turns: number[], sweep: 0 | 1) =>
      turns.map((turn) => {
        const { x, y } = point(radius, turn);
        return `A${radius} ${radius} 0 0 ${sweep} ${x} ${y}`;
      });
    const start = point(outer, from);
    const turn = point(inner, to);
    const path = [
      `M${start.x} ${start.y}`,
      ...arc(outer, steps.slice(1), 1),
      `L${turn.x} ${turn.y}`,
      ...arc(inner, steps.slice(0, -1).reverse(), 0),
      'Z',
    ].join('');
    return { path, label: point((outer + inner) / 2, middle), share };
  });
}
