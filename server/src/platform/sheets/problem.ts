/** Why a file is refused: keys of the contract's messages. */
export type ProblemKey =
  | 'InvalidFileType'
  | 'UnreadableFile'
  | 'EmptySheet'
  | 'TooManyRows'
  | 'TooManyColumns'
  | 'SheetTooLarge'
  /** The text is not in the encoding that it was said to be in. */
  | 'WrongEncoding';

/**
 * A file that cannot be read. Thrown in the reading thread, which knows nothing of HTTP; `SheetRefused` is the
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
