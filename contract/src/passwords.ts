/**
 * Components of most passwords that satisfy the rule: a word, a name or a keyboard row, plus a year or 123 and a
 * symbol.
 */
const COMMON_WORDS: ReadonlySet<string> = new Set(
  `abc abcd abcde abcdef abcdefg abcdefgh access account admin administrator ahlawy ahly ahmed alahly alexandria ali amr andrew
  angel anna apple asdf asdfgh asdfghjk asdfghjkl ashley asd asdasd azerty baby babygirl baseball basketball batman bismillah
  bonjour business buster cairo changeme charlie cheese chelsea chocolate company computer cookie daftar daniel default dragon
  dubai egypt egyptian fatma flower football freedom friends fuckyou george giza google guest habibi hannah hassan hello
  helloworld hockey hunter hussein ibrahim iloveyou internet islam iwantu jennifer jessica jesus jordan joshua karim khaled
  killer lakers letmein liverpool login london love lovely loveyou madrid mahmoud manager manchester maria marina master
  matrix matthew merchant michael michelle mina mohamed mohammed mona money monkey mostafa muhammad mustafa mynoob nada
  naruto nicole nour omar orange pass passme password passwort payment pepper pharaoh pokemon princess qaz qazwsx qwe qweasd
  qweasdzxc qwer qwert qwerty qwertyui qwertyuiop ramadan ranger realmadrid robert root salma samsung sara secret server
  shadow sherif shop soccer spring starwars store summer sunshine superman support system tarek temp temporary test tester
  testing thomas tigger trustno user username welcome whatever william winter yasmin youssef zamalek zaq zaqwsx zxc zxcvbn
  zxcvbnm`.split(/\s+/),
);

const LOOKALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/**
 * Returns a password's letters, with look-alikes replaced by the letters that they resemble: `p@ssw0rd1!` becomes
 * `passwordii`.
 */
const lettersOf = (text: string) => text.replace(/[^a-z]/g, (sign) => LOOKALIKES[sign] ?? '');

/** Returns the core of a password: lower case, without leading and trailing digits and symbols. */
const coreOf = (password: string) => withoutEnd(password.toLowerCase(), /[^a-z]/).replace(/^[^a-z@$]*/, '');

/** Removes matching characters at the end; a regular expression anchored at the end would take quadratic time. */
function withoutEnd(text: string, sign: RegExp): string {
  let end = text.length;
  while (end > 0 && sign.test(text[end - 1] ?? '')) end -= 1;
  return text.slice(0, end);
}

/** Returns the forms of a password to look up: as typed, without trailing symbols, and its core. */
export function formsOf(password: string): string[] {
  const small = password.toLowerCase();
  const core = coreOf(password);
  return [...new Set([small, withoutEnd(small, /[@$!%*?&]/), core, lettersOf(core)])];
}

/** Minimum length of a word: shorter ones occur in too many others. */
const WORD_LETTERS = 4;

/**
 * Returns whether a password contains a word from texts about its owner. Only Latin words are considered, because
 * passwords have no other letters.
 */
export function namesPerson(password: string, texts: readonly string[]): boolean {
  const small = password.toLowerCase();
  const read = [small, lettersOf(small)];
  const words = texts.flatMap((text) => text.toLowerCase().split(/[^a-z]+/));
  return words.some((word) => word.length >= WORD_LETTERS && read.some((each) => each.includes(word)));
}

/**
 * Returns whether a password satisfies the rule but is one that attackers try first: `P@ssw0rd1!`, `Cairo2026$`,
 * `Aa123456@`. That is a listed word, once or twice, possibly with look-alike letters, between digits and symbols.
 */
export function isCommonPassword(password: string): boolean {
  const letters = lettersOf(coreOf(password));
  const half = letters.slice(0, letters.length / 2);
  return (
    letters.length < 3 ||
    /^(.)\1*$/.test(letters) ||
    COMMON_WORDS.has(letters) ||
    (half.repeat(2) === letters && COMMON_WORDS.has(half))
  );
}
