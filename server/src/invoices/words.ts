/**
 * Amounts in words, as on invoices in Egypt: "one thousand two hundred Egyptian pounds and fifty piastres only", «فقط
 * ألف ومائتا جنيه مصري وخمسون قرشًا لا غير». Whole hundredths from 0 to 999,999,999,999.
 */

type WordedCurrency = 'EGP' | 'USD';

/** Splits a number into groups of three digits, lowest first. */
function groupsOf(value: number): number[] {
  const groups: number[] = [];
  for (let rest = value; rest > 0; rest = Math.floor(rest / 1000)) groups.push(rest % 1000);
  return groups;
}

// English -----------------------------------------------------------------------------------------------------------

const EN_SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const EN_TENS = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const EN_SCALES = ['', 'thousand', 'million', 'billion'];
const EN_NOUNS: Record<WordedCurrency, readonly [readonly [string, string], readonly [string, string]]> = {
  EGP: [
    ['Egyptian pound', 'Egyptian pounds'],
    ['piastre', 'piastres'],
  ],
  USD: [
    ['US dollar', 'US dollars'],
    ['cent', 'cents'],
  ],
};

function englishBelowHundred(value: number): string {
  if (value < 20) return EN_SMALL[value] ?? '';
  const unit = value % 10;
  const tens = EN_TENS[Math.floor(value / 10)] ?? '';
  return unit === 0 ? tens : `${tens}-${EN_SMALL[unit]}`;
}

function englishBelowThousand(value: number): string {
  const hundreds = Math.floor(value / 100);
  const rest = value % 100;
  if (hundreds === 0) return englishBelowHundred(rest);
  const head = `${EN_SMALL[hundreds]} hundred`;
  return rest === 0 ? head : `${head} and ${englishBelowHundred(rest)}`;
}

/** Spells a whole number in English. */
export function englishNumber(value: number): string {
  if (value === 0) return 'zero';
  const groups = groupsOf(value);
  const parts = groups.map((group, scale) =>
    group === 0 ? '' : `${englishBelowThousand(group)} ${EN_SCALES[scale]}`.trim(),
  );
  const [last = ''] = parts;
  const head = parts.slice(1).reverse().filter(Boolean).join(' ');
  if (last === '') return head;
  if (head === '') return last;
  // "one thousand and six", but "one thousand two hundred and six"
  return (groups[0] ?? 0) < 100 ? `${head} and ${last}` : `${head} ${last}`;
}

/** 140633 → "One thousand four hundred and six Egyptian pounds and thirty-three piastres only". */
export function englishMoney(hundredths: number, currency: WordedCurrency): string {
  const [whole, part] = [Math.floor(hundredths / 100), hundredths % 100];
  const say = (value: number, [one, many]: readonly [string, string]) =>
    `${englishNumber(value)} ${value === 1 ? one : many}`;
  const [unit, fraction] = EN_NOUNS[currency];
  const parts = [
    ...(whole > 0 || part === 0 ? [say(whole, unit)] : []),
    ...(part > 0 ? [say(part, fraction)] : []),
  ];
  const text = `${parts.join(' and ')} only`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

// Arabic ------------------------------------------------------------------------------------------------------------

/** The forms of a masculine noun after numbers. */
interface Counted {
  /** جنيه: alone, and after hundreds and thousands */
  one: string;
  /** جنيهان */
  two: string;
  /** جنيهات: after three to ten */
  few: string;
  /** جنيهًا: after eleven to ninety-nine */
  many: string;
  /** Two before a noun that it belongs to: ألفا جنيه. Scales alone. */
  twoOf?: string;
}

const AR_NOUNS: Record<WordedCurrency, readonly [Counted, Counted]> = {
  EGP: [
    { one: 'جنيه مصري', two: 'جنيهان مصريان', few: 'جنيهات مصرية', many: 'جنيهًا مصريًا' },
    { one: 'قرش', two: 'قرشان', few: 'قروش', many: 'قرشًا' },
  ],
  USD: [
    { one: 'دولار أمريكي', two: 'دولاران أمريكيان', few: 'دولارات أمريكية', many: 'دولارًا أمريكيًا' },
    { one: 'سنت', two: 'سنتان', few: 'سنتات', many: 'سنتًا' },
  ],
};
const AR_SCALES: readonly Counted[] = [
  { one: '', two: '', few: '', many: '' },
  { one: 'ألف', two: 'ألفان', few: 'آلاف', many: 'ألفًا', twoOf: 'ألفا' },
  { one: 'مليون', two: 'مليونان', few: 'ملايين', many: 'مليونًا', twoOf: 'مليونا' },
  { one: 'مليار', two: 'ملياران', few: 'مليارات', many: 'مليارًا', twoOf: 'مليارا' },
];
const AR_UNITS = '- واحد اثنان ثلاثة أربعة خمسة ستة سبعة ثمانية تسعة عشرة'.split(' ');
const AR_TEENS = ['أحد عشر', 'اثنا عشر', ...AR_UNITS.slice(3, 10).map((unit) => `${unit} عشر`)];
const AR_TENS = '- - عشرون ثلاثون أربعون خمسون ستون سبعون ثمانون تسعون'.split(' ');
const AR_HUNDREDS = '- مائة مائتان ثلاثمائة أربعمائة خمسمائة ستمائة سبعمائة ثمانمائة تسعمائة'.split(' ');

function arabicBelowHundred(value: number): string {
  if (value <= 10) return AR_UNITS[value] ?? '';
  if (value < 20) return AR_TEENS[value - 11] ?? '';
  const unit = value % 10;
  const tens = AR_TENS[Math.floor(value / 10)] ?? '';
  return unit === 0 ? tens : `${AR_UNITS[unit]} و${tens}`;
}

/** Spells a number below a thousand before a noun: two hundred loses its ن (مائتا جنيه). */
function arabicBelowThousand(value: number): string {
  const hundreds = Math.floor(value / 100);
  const rest = value % 100;
  if (hundreds === 0) return arabicBelowHundred(rest);
  if (rest === 0) return hundreds === 2 ? 'مائتا' : (AR_HUNDREDS[hundreds] ?? '');
  return `${AR_HUNDREDS[hundreds]} و${arabicBelowHundred(rest)}`;
}

/** Returns the form of a noun after a number above two. */
function nounAfter(value: number, noun: Counted): string {
  const last = value % 100;
  if (last >= 3 && last <= 10) return noun.few;
  return last >= 11 ? noun.many : noun.one;
}

/** Spells a group with its scale. `isLast`: the noun follows directly, in a construct with the scale. */
function arabicGroup(value: number, scale: Counted, isLast: boolean): string {
  if (value === 1) return scale.one;
  if (value === 2) return (isLast ? scale.twoOf : undefined) ?? scale.two;
  const after = nounAfter(value, scale);
  // ألفًا before «و», ألف in a construct with its noun.
  return `${arabicBelowThousand(value)} ${isLast && after === scale.many ? scale.one : after}`;
}

/** Spells a number with the noun that it counts. */
function arabicCount(value: number, noun: Counted): string {
  if (value === 0) return `صفر ${noun.one}`;
  if (value === 1) return `${noun.one} واحد`;
  if (value === 2) return noun.two;
  const groups = groupsOf(value);
  const [units = 0] = groups;
  const parts = groups
    .map((group, scale) => {
      if (group === 0) return '';
      if (scale === 0) return arabicBelowThousand(group);
      const below = groups.slice(0, scale).every((each) => each === 0);
      return arabicGroup(group, AR_SCALES[scale] ?? noun, below);
    })
    .reverse()
    .filter(Boolean);
  return `${parts.join(' و')} ${units === 0 ? noun.one : nounAfter(units, noun)}`;
}

/** 140633 → «فقط ألف وأربعمائة وستة جنيهات مصرية وثلاثة وثلاثون قرشًا لا غير». */
export function arabicMoney(hundredths: number, currency: WordedCurrency): string {
  const [whole, part] = [Math.floor(hundredths / 100), hundredths % 100];
  const [unit, fraction] = AR_NOUNS[currency];
  const parts = [
    ...(whole > 0 || part === 0 ? [arabicCount(whole, unit)] : []),
    ...(part > 0 ? [arabicCount(part, fraction)] : []),
  ];
  return `فقط ${parts.join(' و')} لا غير`;
}
