import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scanJson } from './scan-json.ts';

const repeatedIn = (json: string) => scanJson(json, 40).repeated;

describe('names that an object has twice', () => {
  test.each([
    ['{"a":1,"a":2}', ['a']],
    ['{"a":1,"\\u0061":2}', ['a']],
    ['{"a" :1,"b":{"c":[1,{"d":2,"d"\n:3}]}}', ['b.c.1.d']],
    ['[{"a":1},{"a":1,"b":2,"a":3}]', ['1.a']],
    ['{"a":1,"a":2,"a":3}', ['a', 'a']],
    ['{"__proto__":1,"__proto__":2}', ['__proto__']],
    // The same word as a value, in another object, in a string, or in two spellings with escapes.
    ['{"a":"a","b":"a"}', []],
    ['{"a":{"a":{"a":1}}}', []],
    ['[{"a":1},{"a":1}]', []],
    ['{"a":"\\"a\\":1,{","b":"\\\\"}', []],
    ['{"a":1,"A":2}', []],
    // Invalid JSON, which the parser refuses.
    ['{"a', []],
    ['}{]["a":', []],
    ['"a":"a":', []],
  ])('%s', (json, repeated) => {
    expect(repeatedIn(json)).toEqual(repeated);
  });

  test('are none in what is written from an object, whatever is in it', () => {
    fc.assert(fc.property(fc.json(), (json) => repeatedIn(json).length === 0));
  });

  test('are found wherever one is added again', () => {
    const name = fc.string({ unit: 'binary', minLength: 1 });
    fc.assert(
      fc.property(
        fc.dictionary(name, fc.jsonValue(), { minKeys: 1 }),
        fc.jsonValue(),
        fc.nat(),
        (object, value, nth) => {
          const written = JSON.stringify(object);
          const names = Object.keys(JSON.parse(written));
          if (names.length === 0) return;
          const again = names[nth % names.length]!;
          const json = `${written.slice(0, -1)},${JSON.stringify(again)}:${JSON.stringify(value)}}`;
          expect(repeatedIn(json)).toEqual([again.slice(0, 100)]);
        },
      ),
    );
  });
});

test('a text is too deep when more arrays and objects are open than allowed, and not for what texts contain', () => {
  const isTooDeep = (json: string) => scanJson(json, 3).isTooDeep;
  expect([isTooDeep('[[[1]]]'), isTooDeep('[[[[1]]]]'), isTooDeep('{"a":{"b":[{}]}}')]).toEqual([
    false,
    true,
    true,
  ]);
  expect([isTooDeep('["[[[["]'), isTooDeep('[],[],[],[]'), isTooDeep('[{"a":"\\"[[[["}]')]).toEqual([
    false,
    false,
    false,
  ]);
});
