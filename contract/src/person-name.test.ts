import fc from 'fast-check';
import { expect, test } from 'vitest';
import { judgeNamesBy, personName } from './person-name.ts';
import { namesWebAddress } from './web-address.ts';

judgeNamesBy(namesWebAddress);

const nameOf = (typed: string) => {
  const read = personName(120).safeParse(typed);
  return read.success ? read.data : (read.error.issues[0]?.message ?? '');
};

test.each([
  ...[
    'د.محمد علي',
    'م.أحمد',
    'أ.د.محمد حسن',
    'أ.منى',
    'الدكتور.سامي',
    'مهندس.كريم',
    'د.محمد-علي',
    'د.محمّد',
    'أ.د/ سامي',
  ],
  ...[
    'Dr.Ahmed',
    'Eng.Ali',
    'MR.Omar',
    'Mrs.Mona',
    'Prof.Dr.Hassan',
    'J.R.Smith',
    'J.R.R.Tolkien',
    'M.Ali',
    'A.Hassan',
  ],
  ...['Eng.Mohamed.Ali', 'Dr.Mohamed Abd.Elrahman', 'El.Sayed', 'Abd.Elrahman', 'Abd.El.Rahman', 'Al.Masry'],
  ...['Abdel.Aziz', 'Abu.Bakr', 'Ahmed.El.Sayed', 'Mohamed.A.Ali', 'Dr.Al.Masry', 'Van.Dijk', 'Dr.Md.Rahman'],
  ...['عبد.الله', 'عبد.الرحمن', 'أبو.بكر', 'د.محمد.علي', 'محمد.عبد.الله', 'ابن.سينا', 'م.عبد.العزيز'],
  ...['Mohamed S.A.E.', 'Dr. Ahmed', 'د. منى', 'Mona A. Adel', 'Ahmed Jr.', "O'Neil", 'Smith, J.'],
])('%s is a name', (name) => {
  expect(nameOf(name)).toBe(name);
});

test.each([
  ...[
    't.me',
    'x.com',
    'd.com',
    'm.me',
    'bit.ly',
    'اضغط.كوم',
    'د.كوم',
    'م.مصر',
    'أ.شبكة',
    'dr.com',
    'mr.bet',
    'Dr.House',
    'eng.org',
  ],
  ...[
    'Win at t.me/x',
    'dr.ahmed.com',
    'j.r.smith.co',
    'ahmed.ali',
    'free.gift now',
    'x.al',
    'Abd.me',
    'el.sayed.com',
    'ahmed.de',
    'Eng.Mohamed.link',
    'عبد.كوم',
    'El.com.Sayed',
    'x。com',
    'ｘ．ｃｏｍ',
    'x.\u200bcom',
    't\u2024me',
  ],
  ...['http://x', 'www.x', 'a@b', 'x.xn--p1ai', 'X.COM', 'T.ME', 'عرض.محمد', '1.com', 'a.co.uk'],
])('%s is refused in a name, as a mail program could make it a link', (name) => {
  expect(nameOf(name)).toBe('NoWebAddress');
});

test.each([
  ['Ah\u200bmed\u200f \u202aAli\u202c', 'Ahmed Ali'],
  ['\u2067محمد\u2069\u00a0 علي\t', 'محمد علي'],
  ['Mona\r\nAdel', 'Mona Adel'],
  ['Nour 👨\u200d👩\u200d👧', 'Nour 👨\u200d👩\u200d👧'],
  ['\u202eAhmed', 'Ahmed'],
])('%j is kept as it is seen: %j', (typed, kept) => {
  expect(nameOf(typed)).toBe(kept);
});

test('a name of invisible characters alone is none', () => {
  expect(nameOf('\u200b\u200d \u2060')).toBe('Required');
});

test('a name that is kept is kept again unchanged', () => {
  const part = fc.constantFrom(...'abعم .\u200b\u200d\u200f\ufe0f\t\u00a0\u3000👨👩🏽ـ');
  fc.assert(
    fc.property(fc.string({ unit: part, minLength: 1, maxLength: 40 }), (typed) => {
      const read = personName(120).safeParse(typed);
      if (read.success) expect(nameOf(read.data)).toBe(read.data);
    }),
  );
});

test('no two words that a dot joins are taken where the last is a top-level domain', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('t', 'dr', 'د', 'م', 'bit', 'J.R', 'أ.د'),
      fc.constantFrom('com', 'me', 'net', 'مصر', 'app', 'online', 'COM', 'рф'),
      (first, last) => namesWebAddress(`${first}.${last}`),
    ),
  );
});
