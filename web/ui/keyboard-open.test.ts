import { expect, test } from 'vitest';
import { isKeyboardOpen } from './keyboard-open.ts';

test('an on-screen keyboard is told from the browser’s own bars and from zooming', () => {
  expect(isKeyboardOpen(720, { height: 720, scale: 1 })).toBe(false);
  expect(isKeyboardOpen(720, { height: 660, scale: 1 })).toBe(false);
  expect(isKeyboardOpen(720, { height: 430, scale: 1 })).toBe(true);
  expect(isKeyboardOpen(720, { height: 360, scale: 2 })).toBe(false);
  expect(isKeyboardOpen(720, null)).toBe(false);
});
