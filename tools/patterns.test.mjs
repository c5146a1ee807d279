import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lookAtPatterns } from './patterns.mjs';

let root;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'patterns-'));
  mkdirSync(join(root, 'server/src'), { recursive: true });
});
afterAll(() => rmSync(root, { recursive: true }));

const refusedOf = (line) => {
  writeFileSync(join(root, 'server/src/one.ts'), `export const found = (text: string) => ${line};\n`);
  return lookAtPatterns(root, ['server/src']).refused.map(({ why }) => why);
};

test.each([
  ['text.match(/^(a+)+$/)', 'exponential'],
  ['text.match(/(?:x|xy|y)*z/)', 'superlinear'],
  ['text.replace(/\\s+$/, "")', 'superlinear'],
  ['text.match(/<row\\s([^>]*)>/g)', 'superlinear'],
  ['/^\\w*[a-z]\\w*$/.test(text)', 'superlinear'],
  ['new RegExp("^(a+)+$").test(text)', 'exponential'],
  ['new RegExp(text).test("a")', 'made while it runs'],
])('%s is refused', (line, why) => {
  expect(refusedOf(line)).toEqual([why]);
});

test.each([
  'text.match(/^[a-z]+$/)',
  'text.replace(/^\\s+/, "")',
  'text.split(/\\r\\n|\\r|\\n/)',
  'text.length',
])('%s is accepted', (line) => {
  expect(refusedOf(line)).toEqual([]);
});
