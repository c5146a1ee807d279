import * as z from 'zod/mini';
import { required } from './text.ts';

const EMOJI_BEFORE = /(?:[\p{Extended_Pictographic}\p{Emoji_Modifier}]|\ufe0f)$/u;
const EMOJI_AFTER = /^\p{Extended_Pictographic}/u;

/**
 * Returns a name without the characters that nobody sees (direction marks, zero-width spaces, soft hyphens) and with one space
 * for white space of any kind. The joiners within an emoji stay.
 */
export const seenName = (name: string): string =>
  name
    .replace(/\p{Cf}/gu, (char, at: number) =>
      char === '\u200d' &&
      EMOJI_BEFORE.test(name.slice(Math.max(0, at - 3), at)) &&
      EMOJI_AFTER.test(name.slice(at + 1, at + 3))
        ? char
        : '',
    )
    .replace(/\p{White_Space}+/gu, ' ')
    .trim();

/** Controls, which are in no name. */
const CONTROLS = /\p{Cc}/u;

let judge = (_name: string): boolean => false;

/**
 * Sets how names are judged: whether a mail program would show part of one as a link. Servers set it (`web-address.ts`);
 * browsers leave the judgement to them, because the list of top-level domains is large.
 */
export function judgeNamesBy(namesWebAddress: (name: string) => boolean): void {
  judge = namesWebAddress;
}

/** A person's name of at most `max` characters, as it is seen. It appears in mails to others, so it must not contain links. */
export function personName(max: number) {
  return required(max, seenName).check(
    z.refine((value: string) => !judge(value.slice(0, max)), { error: 'NoWebAddress' }),
    z.refine((value: string) => !CONTROLS.test(value), { error: 'HiddenCharacters' }),
  );
}
