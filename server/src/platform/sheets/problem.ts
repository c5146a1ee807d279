/** Why a file is refused: keys of the contract's messages. */
export type ProblemKey =
  | 'InvalidFileType'
  | 'UnreadableFile'
  | 'EmptySheet'
  | 'TooManyRows'
  | 'TooManyColumns'
  | 'SheetTooLarge';

/**
 * What a reader finds wrong with a file. It is thrown in the thread that reads, which knows nothing of HTTP: the same, as a
 * refusal, is `SheetRefused`.
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
