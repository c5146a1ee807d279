/** Deviations that a reader of a bank's file tolerated, for the preview. */
import type { BankFileNote, BankFileNoteKey } from '@daftar/contract/bank-files';

/** Collects notes: each kind once, with its first line and its number of occurrences. */
export class Notes {
  readonly #notes = new Map<string, BankFileNote>();

  add(key: BankFileNoteKey, { line = 0, detail = '' }: { line?: number; detail?: string } = {}): void {
    const at = `${key} ${detail}`;
    const known = this.#notes.get(at);
    if (known) known.count += 1;
    else this.#notes.set(at, { key, line, count: 1, detail });
  }

  get all(): BankFileNote[] {
    return [...this.#notes.values()];
  }
}
