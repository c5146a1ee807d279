/** The reason why a file is refused: message keys of the contract. */
export type ProblemKey =
  | 'InvalidFileType'
  | 'UnreadableFile'
  | 'EmptySheet'
  | 'TooManyRows'
  | 'TooManyColumns'
  | 'SheetTooLarge'
  /** The text is not in its declared encoding. */
  | 'WrongEncoding';

/**
 * A file that cannot be read. Thrown in the reading thread, which does not know HTTP; `SheetRefused` is the
 * corresponding HTTP error.
 */
export class SheetProblem extends Error {
  readonly key: ProblemKey;
  readonly params: { maximum: number } | undefined;

  constructor(key: ProblemKey, params?: { maximum: number }) {
    super(key);
    this.key = key;
    this.params = params;
  }
}
