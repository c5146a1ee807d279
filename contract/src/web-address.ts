import { searchKey } from './search-key.ts';
import { isTopLevelDomain } from './top-level-domains.ts';

/**
 * Titles that people write before a name with a dot and no space. Single letters count as initials and need no entry.
 */
const TITLES = new Set(
  `dr eng mr mrs ms miss mx prof capt col gen maj lt sgt rev fr st sir hon arch acc adv cons md moh mohd hajj
   دكتور دكتورة الدكتور الدكتورة مهندس مهندسة المهندس المهندسة أستاذ أستاذة الأستاذ الأستاذة حاج حاجة الحاج الحاجة
   شيخ شيخة الشيخ الشيخة سيد سيدة السيد السيدة آنسة الآنسة مستشار مستشارة المستشار المستشارة محاسب محاسبة المحاسب
   لواء اللواء عميد العميد عقيد العقيد مقدم المقدم رائد الرائد نقيب النقيب كابتن الكابتن محامي محامية بروف`
    .trim()
    .split(/\s+/)
    .map(searchKey),
);

/** Words that are part of a name and stand before another one: `El.Sayed`, `Abd.Elrahman`, `عبد.الله`. */
const PARTICLES = new Set(
  `al el abd abdel abdul abdal abdou abu abo abou aboul abul bin ben ibn bint bent umm um om oum ould saint
   van von der den de del della di da du la le mac mc
   ال عبد عبدال أبو أبي أبا ابن بن بنت أم آل ذو ذي`
    .trim()
    .split(/\s+/)
    .map(searchKey),
);

/** Text that every mail program shows as a link. */
const LINKED = /:\/\/|www\.|@/i;
/** Separators of words, other than dots. */
const BETWEEN = /[^\p{L}\p{M}\p{N}.\u3002-]/u;
const DOT = /[.\u3002]/;
const INITIAL = /^\p{L}\p{M}*$/u;

/** Splits text into runs of words joined by single dots: `a.b..c` yields `['a', 'b']` and `['c']`. */
function joinedByDots(text: string): string[][] {
  const runs: string[][] = [[]];
  for (const word of text.split(DOT)) {
    if (word === '') runs.push([]);
    else runs.at(-1)!.push(word);
  }
  return runs;
}

/** Returns whether a word is a title, an initial or a particle, after which a name follows. */
const introduces = (word: string) =>
  INITIAL.test(word) || TITLES.has(searchKey(word)) || PARTICLES.has(searchKey(word));

/** Returns whether words joined by dots can be a web address. */
function canBeAddress(words: readonly string[]): boolean {
  const last = words.length - 1;
  if (words.every((word, at) => at === 0 || INITIAL.test(word))) return false;
  const isDomain = (word: string, at: number) =>
    at > 0 && !INITIAL.test(word) && !(at < last && introduces(word)) && isTopLevelDomain(word.toLowerCase());
  return !words.slice(0, -1).some(introduces) || words.some(isDomain);
}

/**
 * Returns whether a mail program would show part of a text as a link. Words joined by dots are a name if one before the
 * last is a title, an initial or a particle, and no later one is a top-level domain: "Dr.Ahmed", "Eng.Mohamed.Ali",
 * "J.R.Smith", "El.Sayed" and "عبد.الله" are names, "t.me" and "dr.ahmed.com" are not. All other words joined by dots
 * may be an address, because new top-level domains appear every year. "S.A.E." is not one.
 */
export function namesWebAddress(value: string): boolean {
  const plain = value.normalize('NFKC').replace(/\p{Cf}/gu, '');
  return LINKED.test(plain) || plain.split(BETWEEN).some((words) => joinedByDots(words).some(canBeAddress));
}
