/** Parameters of messages. Figures are typed by name, so that an unformatted number or day cannot reach a message. */

/** Digits of the language (`own`: replies, screens, notifications) or Latin digits (documents, e-mails, SMS). */
type Digits = 'own' | 'latin';

/** A number, an amount or a day, formatted for its reader. */
export type FigureText<D extends Digits = Digits> = string & { readonly digits: D };

/** Placeholders for numbers, amounts, percentages, days or times. */
export const FIGURES = [
  'actual',
  'amount',
  'closing',
  'count',
  'date',
  'day',
  'days',
  'due',
  'failed',
  'fee',
  'hours',
  'keys',
  'keyLength',
  'least',
  'limit',
  'line',
  'matched',
  'maximum',
  'megabytes',
  'megapixels',
  'minimum',
  'minutes',
  'most',
  'paid',
  'quantity',
  'rate',
  'rates',
  'reserved',
  'share',
  'skipped',
  'sum',
  'until',
  'used',
  'valueLength',
  'vat',
] as const;

type FigureName = (typeof FIGURES)[number];

type Named<Value> = Readonly<Record<string, string | number>> & {
  readonly [Name in FigureName]?: Value;
} & { readonly [Name in `${FigureName}${'Piastres' | 'Bps'}`]?: number } & {
  /** `YYYY-MM-DD` */
  readonly [Name in `${FigureName}Day`]?: string;
};

/**
 * Parameters of a message in a reply: `count: 3` fills `{{count}}`, `feePiastres: 1500` fills `{{fee}}` with an amount,
 * `shareBps: 250` fills `{{share}}` with a percentage, and `dateDay: '2026-07-01'` fills `{{date}}` with a day.
 */
export type MessageParams = Named<number | FigureText<'own'>>;

/** Parameters of a message in a document, an e-mail or an SMS. */
export type WrittenParams = Named<number | FigureText<'latin'>>;
