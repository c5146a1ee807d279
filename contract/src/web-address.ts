import { searchKey } from './search-key.ts';
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
