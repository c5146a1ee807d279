import { NAUGHTY, ODD_VALUES } from '../kit/naughty.ts';

/** Random choices from a seed. */
export interface Dice {
  /** From 0 to below `sides`. */
  roll(sides: number): number;
  one<T>(of: readonly T[]): T;
  /** True once in this many times. */
  rarely(times: number): boolean;
}

/** Creates the choices from a random generator. */
export function diceOf(random: () => number): Dice {
  const roll = (sides: number) => Math.floor(random() * sides);
  return { roll, one: (of) => of[roll(of.length)]!, rarely: (times) => roll(times) === 0 };
}

const NUMBERS = [0, -0, 1, -1, 0.1 + 0.2, 1e21, -1e308, 2 ** 31, 2 ** 53, 99_999_999_999.99, 5e-324];
const NAMES = [
  '__proto__',
  'constructor',
  'toString',
  'merchant_id',
  'mode',
  'id',
  'length',
  '',
  '0',
  'a.b[c]',
];
const DAYS = ['2026-02-30', '0000-00-00', '9999-12-31', '2026-11-21', '+275760-09-13T00:00:00Z', '1e3-01-01'];

/** Unexpected text: known troublemakers, or characters from all of Unicode. */
export function anyText(dice: Dice): string {
  if (dice.rarely(2)) return dice.one([...NAUGHTY, ...DAYS]);
  const signs = Array.from({ length: dice.roll(12) }, () => {
    const plane = dice.one([0x7f, 0x7f, 0x6ff, 0xffff, 0x10ffff]);
    return String.fromCodePoint(dice.roll(plane + 1));
  });
  return signs.join('');
}

/** Any JSON value. */
export function anyValue(dice: Dice, depth = 0): unknown {
  switch (dice.roll(depth > 3 ? 4 : 7)) {
    case 0:
      return anyText(dice);
    case 1:
      return dice.one(NUMBERS);
    case 2:
      return dice.roll(1000);
    case 3:
      return dice.one(ODD_VALUES);
    case 4:
      return Array.from({ length: dice.roll(4) }, () => anyValue(dice, depth + 1));
    default:
      return Object.fromEntries(
        Array.from({ length: dice.roll(4) }, () => [
          dice.rarely(2) ? dice.one(NAMES) : anyText(dice),
          anyValue(dice, depth + 1),
        ]),
      );
  }
}

/** Changes one place of a value: replaces, removes, doubles, wraps or stringifies it, or adds something. */
export function mutated(dice: Dice, value: unknown): unknown {
  if (Array.isArray(value) && value.length > 0 && !dice.rarely(3)) {
    const at = dice.roll(value.length);
    return value.toSpliced(at, 1, mutated(dice, value[at]));
  }
  if (typeof value === 'object' && value !== null && !dice.rarely(6)) {
    const fields = { ...value } as Record<string, unknown>;
    const name = dice.one([...Object.keys(fields), 'other']);
    const deed = dice.roll(8);
    if (deed === 0) delete fields[name];
    else if (deed === 1) fields[dice.one(NAMES)] = anyValue(dice);
    else fields[name] = mutated(dice, fields[name]);
    return fields;
  }
  switch (dice.roll(7)) {
    case 0:
      return [value];
    case 1:
      return [value, value];
    case 2:
      return { value };
    case 3:
      return String(value);
    case 4:
      return typeof value === 'number' ? -value : `${value}${anyText(dice)}`;
    default:
      return anyValue(dice);
  }
}

/** Corrupts some bytes of JSON. */
export function spoilt(dice: Dice, text: string): string {
  const at = dice.roll(text.length + 1);
  const cut = dice.one(['', '"', '}', ',', '\\', '\u0000', '\\ud800', 'e999', '[', ':']);
  return text.slice(0, at) + cut + text.slice(at + dice.roll(3));
}

const LANGUAGES = ['ar-EG', 'en;q=nan', '*', 'ar;q=0.5,en;q=0.5', '-'.repeat(300), 'xx'];
const HEADERS: Record<string, readonly string[]> = {
  'accept-language': LANGUAGES,
  'idempotency-key': ['a', 'a', ' ', 'k'.repeat(255), 'k'.repeat(256), '\u00ff\u00fe', '"a"'],
  'content-type': [
    'application/json',
    'application/json; charset=utf-16',
    'text/plain',
    'multipart/form-data',
    ';',
  ],
  'x-forwarded-for': ['1.2.3.4', '::1', 'nobody', ','.repeat(200)],
  'x-forwarded-host': ['evil.example', '\u00e9'],
  'if-none-match': ['*', '"x"', 'W/'],
  'accept-encoding': ['br', 'gzip;q=0', '*;q=0', 'zstd'],
  accept: ['text/html', 'application/xml', ''],
  range: ['bytes=0-0', 'bytes=9-1', 'bytes=-', 'lines=1'],
  origin: ['null', 'https://evil.example', 'x'],
  'sec-fetch-site': ['cross-site', 'same-origin', 'x'],
  cookie: ['refresh=%', 'token=a; token=b', '=;=', 'refresh=1.2.3'],
};

/** Some request headers with plausible values. */
export function someHeaders(dice: Dice): Record<string, string> {
  const names = Object.keys(HEADERS);
  const chosen = Array.from({ length: dice.roll(3) }, () => dice.one(names));
  return Object.fromEntries(chosen.map((name) => [name, dice.one(HEADERS[name]!)]));
}
