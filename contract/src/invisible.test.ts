import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seenText } from './invisible.ts';
import { optionalText, paragraphs, text } from './text.ts';

test.each([
  ...[
    ['Ah\u200bmed\u200f \u202aAli\u202c', 'Ahmed Ali'],
    ['\ufeffNile\u00ad Store\u2060', 'Nile Store'],
    ['\u2067محمد\u2069 علي\u061c', 'محمد علي'],
    ['Ni\u200cle \u200dStore\u200d', 'Nile Store'],
    ['محمد\u200c \u200dعلي\u200c', 'محمد علي'],
    ['مح\u200f\u200c\u200c\u200bمد', 'مح\u200cمد'],
    ['👩\u200d\u200d👧', '👩\u200d👧'],
  ],
  ...['می\u200cخواهم', 'क्\u200dष', '👨\u200d👩\u200d👧', '👩🏽\u200d💻', '❤\ufe0f\u200d🔥', '\u0601 123'].map(
    (kept) => [kept, kept],
  ),
  ...['🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'].map((kept) => [`${kept}\u200b`, kept]),
])('%j is stored as it is seen: %j', (typed, stored) => {
  expect(text().safeParse(typed)).toMatchObject({ success: true, data: stored });
  expect(optionalText().safeParse(typed)).toMatchObject({ success: true, data: stored });
});

test('a stored name is stored again unchanged', () => {
  const part = fc.constantFrom(
    ...'abعم कष .\u200b\u200c\u200d\u200f\ufeff\u00ad\u0601\ufe0f👨👩🏽🏴',
    '\u{e0067}',
    '\u{e007f}',
  );
  fc.assert(
    fc.property(fc.string({ unit: part, maxLength: 40 }), (typed) => {
      expect(seenText(seenText(typed))).toBe(seenText(typed));
    }),
  );
});

test('text of several lines keeps its direction marks, which order what stands on a line', () => {
  expect(paragraphs(50).safeParse('\u200fيوم\n\u2066Sofa 2\u2069').data).toBe(
    '\u200fيوم\n\u2066Sofa 2\u2069',
  );
});
