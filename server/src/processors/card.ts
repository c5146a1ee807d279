import { inspect } from 'node:util';

/**
 * A card as the payer typed it, on its way to the processor. It can be used and nothing else: written as text, as
 * JSON or into a log it says only `[card]`, so that no accident keeps a number.
 */
export class CardDetails {
  readonly #number: string;
  readonly #cvv: string;
  readonly #expiry: { month: number; year: number };

  constructor(card: { number: string; cvv: string; expiryMonth: number; expiryYear: number }) {
    this.#number = card.number;
    this.#cvv = card.cvv;
    this.#expiry = { month: card.expiryMonth, year: card.expiryYear };
  }

  /** The whole card, for the processor's own call only. */
  reveal(): { number: string; cvv: string; expiryMonth: number; expiryYear: number } {
    return {
      number: this.#number,
      cvv: this.#cvv,
      expiryMonth: this.#expiry.month,
      expiryYear: this.#expiry.year,
    };
  }

  toString(): string {
    return '[card]';
  }
  toJSON(): string {
    return '[card]';
  }
  [inspect.custom](): string {
    return '[card]';
  }
}
