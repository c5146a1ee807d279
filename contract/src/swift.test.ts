import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { keptSwiftText, optionalSwiftText } from './swift.ts';

const Kept = z.object({ name: keptSwiftText(10) });
const Optional = z.object({ name: optionalSwiftText(10) });

describe('text for SWIFT', () => {
  test('is read as keyboards write it, in the characters of set X', () => {
    for (const [typed, read] of [
      ['Nile Craft', 'Nile Craft'],
      ['  Mona’s  ', "Mona's"],
      ['Société', 'Societe'],
      ['A–B\u00a0C', 'A-B C'],
      ['\u200eShop ٢٤', 'Shop 24'],
      ['Ｎｉｌｅ', 'Nile'],
      ['Nile\tCraft', 'Nile Craft'],
    ]) {
      expect(Kept.parse({ name: typed })).toEqual({ name: read });
      expect(Optional.parse({ name: typed })).toEqual({ name: read });
    }
  });

  test('is refused with other characters, and beyond its length', () => {
    for (const name of ['دفتر', 'A & B', 'Nile_1', 'Nile 🙂', '½', 'abcdefghijk', '１２３４５６７８９１０'])
      for (const schema of [Kept, Optional]) {
        const { error } = schema.safeParse({ name });
        expect(
          error?.issues.map(({ path }) => path),
          name,
        ).toEqual([['name']]);
      }
  });

  test('that is absent stays as it is in a partial update; null and blank clear it', () => {
    expect(Kept.parse({}).name).toBeUndefined();
    for (const name of [null, '', ' \u200f ']) {
      expect(Kept.parse({ name })).toEqual({ name: '' });
      expect(Optional.parse({ name })).toEqual({ name: '' });
    }
    expect(Optional.parse({})).toEqual({ name: '' });
  });
});
