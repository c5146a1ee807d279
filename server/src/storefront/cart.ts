import { createHmac, timingSafeEqual } from 'node:crypto';
import { CART_LINES_MAXIMUM, CART_QUANTITY_MAXIMUM } from '@daftar/contract/storefront';

/** A product in a cart, and the price last shown to the shopper. */
export interface CartLine {
  productId: number;
  quantity: number;
  seenPiastres: number;
}

const MAXIMUM_BYTES = 3_000;

/** Signs and reads carts, which are stored in the shopper's browser and cannot be forged. */
export class Carts {
  readonly #from: { readonly secret: string };
  #key: Buffer | undefined;

  /** @param from supplies the secret when it is first needed; it may not be known before. */
  constructor(from: { readonly secret: string }) {
    this.#from = from;
  }

  #sign(store: string, content: string): Buffer {
    this.#key ??= createHmac('sha256', this.#from.secret).update('storefront cart').digest();
    return createHmac('sha256', this.#key).update(`${store}\n${content}`).digest();
  }

  /** Writes a cart as the value of a cookie; `store` names the store. */
  write(store: string, lines: readonly CartLine[]): string {
    const content = Buffer.from(
      JSON.stringify(
        lines.map(({ productId, quantity, seenPiastres }) => [productId, quantity, seenPiastres]),
      ),
    ).toString('base64url');
    return `${content}.${this.#sign(store, content).toString('base64url')}`;
  }

  /** Reads the lines of a cookie's value; empty when it is missing, forged, or of another store. */
  read(store: string, value: string | null): CartLine[] {
    const [content = '', signature = ''] = (value ?? '').slice(0, MAXIMUM_BYTES).split('.');
    const given = Buffer.from(signature, 'base64url');
    const right = this.#sign(store, content);
    if (given.length !== right.length || !timingSafeEqual(given, right)) return [];
    const rows = JSON.parse(Buffer.from(content, 'base64url').toString()) as [number, number, number][];
    return rows.map(([productId, quantity, seenPiastres]) => ({ productId, quantity, seenPiastres }));
  }
}

/** Adds pieces of a product to a cart, or sets their number; zero removes the product. */
export function withLine(
  lines: readonly CartLine[],
  change: { productId: number; quantity: number; seenPiastres: number; action: 'add' | 'set' },
): CartLine[] {
  const { productId, seenPiastres, action } = change;
  const before = lines.find((line) => line.productId === productId)?.quantity ?? 0;
  const wanted = action === 'add' ? before + change.quantity : change.quantity;
  const quantity = Math.min(wanted, CART_QUANTITY_MAXIMUM);
  const line = { productId, quantity, seenPiastres };
  const next =
    before > 0
      ? lines.map((each) => (each.productId === productId ? line : each))
      : [...lines, line].slice(0, CART_LINES_MAXIMUM);
  return next.filter((each) => each.quantity > 0);
}

/** Counts the pieces in a cart. */
export const countOf = (lines: readonly CartLine[]) => lines.reduce((sum, { quantity }) => sum + quantity, 0);
