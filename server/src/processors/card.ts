import { inspect } from 'node:util';

/**
 * A card as the payer entered it, on its way to the processor. As text, as JSON and in logs it appears only as
 * `[card]`, so that its number is never stored by accident.
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

  /** Returns the card's data, for the processor's call only. */
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
