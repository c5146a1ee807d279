/**
 * Removes invisible characters, such as direction marks, which are copied along with text from messages and documents.
 */
export const withoutInvisible = (text: string): string => text.replace(/\p{Cf}+/gu, '');

/** Direction overrides, which reverse the letters that follow; no language needs them. */
export const OVERRIDES = /[\u202d\u202e]/;

/** Format characters except the signs of Arabic, Syriac and Kaithi numbers, which are format characters but visible. */
const UNSEEN = /(?:(?![\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}])\p{Cf})+/gu;

/** Letters of scripts in which letters connect: a joiner between two of them changes their shape. */
const JOINING =
  /^(?!\p{Script=Latin}|\p{Script=Greek}|\p{Script=Cyrillic}|\p{Script=Hebrew}|\p{Script=Han}|\p{Script=Hangul})[\p{L}\p{M}]$/u;
const EMOJI_BEFORE = /(?:[\p{Extended_Pictographic}\p{Emoji_Modifier}]|\ufe0f)$/u;
const EMOJI_AFTER = /^\p{Extended_Pictographic}/u;
/** The tag characters that turn a black flag into a region's flag. */
const FLAG_TAGS = /^[\u{e0020}-\u{e007e}]+\u{e007f}/u;
const BLACK_FLAG = '\u{1f3f4}';

/** Returns the part of a run of invisible characters that changes the appearance of the text beside it. */
function seenOf(run: string, before: string, after: string): string {
  if (before.endsWith(BLACK_FLAG)) return FLAG_TAGS.exec(run)?.[0] ?? '';
  const joiner = /[\u200c\u200d]/.exec(run)?.[0] ?? '';
  const [last = '', next = ''] = [[...before].at(-1), [...after][0]];
  const isInWord = JOINING.test(last) && JOINING.test(next);
  const isInEmoji = joiner === '\u200d' && EMOJI_BEFORE.test(before) && EMOJI_AFTER.test(after);
  return isInWord || isInEmoji ? joiner : '';
}

/**
 * Removes invisible characters: direction marks, zero-width spaces, soft hyphens, byte order marks. Joiners stay within
 * words of the scripts that need them (Persian `می‌خواهم`) and within emoji. Two texts that look alike become equal.
 */
export const seenText = (text: string): string =>
  text.replace(UNSEEN, (run: string, at: number) =>
    seenOf(run, text.slice(Math.max(0, at - 3), at), text.slice(at + run.length, at + run.length + 3)),
  );
