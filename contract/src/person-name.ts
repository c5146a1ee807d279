import * as z from 'zod/mini';
import { searchKey } from './search-key.ts';
import { required } from './text.ts';
import { isTopLevelDomain } from './top-level-domains.ts';

/** Titles that people write before a name with a dot and no space. A single letter needs no entry. */
const TITLES = new Set(
  `dr eng mr mrs ms miss mx prof capt col gen maj lt sgt rev fr st sir hon arch acc adv cons md moh mohd hajj
   دكتور دكتورة الدكتور الدكتورة مهندس مهندسة المهندس المهندسة أستاذ أستاذة الأستاذ الأستاذة حاج حاجة الحاج الحاجة
   شيخ شيخة الشيخ الشيخة سيد سيدة السيد السيدة آنسة الآنسة مستشار مستشارة المستشار المستشارة محاسب محاسبة المحاسب
   لواء اللواء عميد العميد عقيد العقيد مقدم المقدم رائد الرائد نقيب النقيب كابتن الكابتن محامي محامية بروف`
    .trim()
    .split(/\s+/)
    .map(searchKey),
);

/** What every mail program shows as a link. */
const LINKED = /:\/\/|www\.|@/i;
/** What stands between words, other than dots. */
const BETWEEN = /[^\p{L}\p{M}\p{N}.\u3002-]/u;
const DOT = /[.\u3002]/;
const INITIAL = /^\p{L}\p{M}*$/u;

/** The runs of words that single dots join: `a.b` of `a.b..c`, as `['a', 'b']` and `['c']`. */
function joinedByDots(text: string): string[][] {
  const runs: string[][] = [[]];
  for (const word of text.split(DOT)) {
    if (word === '') runs.push([]);
    else runs.at(-1)!.push(word);
  }
  return runs;
}

/** Whether words that dots join can be a web address: whether any after the first is a word that no title or initial introduces. */
function canBeAddress(words: readonly string[]): boolean {
  return words.some((word, at) => {
    if (at === 0 || [...word].length < 2) return false;
    const before = words.slice(0, at);
    const isIntroduced = before.every((each) => INITIAL.test(each) || TITLES.has(searchKey(each)));
    return !isIntroduced || isTopLevelDomain(word.toLowerCase());
  });
}

/**
 * Whether a mail program would show part of a text as a link. The top-level domains that they know change every year, so any dot
 * between two words counts, but not after titles and initials: "Dr.Ahmed", "J.R.Smith" and "د.محمد" are names, unless the last
 * word is a top-level domain as in "t.me". "S.A.E." is no address either.
 */
export function namesWebAddress(value: string): boolean {
  const plain = value.normalize('NFKC').replace(/\p{Cf}/gu, '');
  return LINKED.test(plain) || plain.split(BETWEEN).some((words) => joinedByDots(words).some(canBeAddress));
}

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

/** A person's name of at most `max` characters, as it is seen. It appears in mails to others, so it must not contain links. */
export function personName(max: number) {
  return required(max, seenName).check(
    z.refine((value: string) => !namesWebAddress(value.slice(0, max)), { error: 'NoWebAddress' }),
    z.refine((value: string) => !CONTROLS.test(value), { error: 'HiddenCharacters' }),
  );
}
