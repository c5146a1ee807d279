import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  brandStyle,
  contrastOf,
  GROUNDS,
  type Hex,
  paletteOf,
  SHAPE_CONTRAST,
  TEXT_CONTRAST,
  type Theme,
} from './brand-colours.ts';

const colour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value): Hex => `#${value.toString(16).padStart(6, '0')}`);
const themes: Theme[] = ['light', 'dark'];

test('contrast is that of WCAG', () => {
  expect(contrastOf('#ffffff', '#000000')).toBe(21);
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.478, 3);
  expect(contrastOf('#0f5f5c', '#0f5f5c')).toBe(1);
});

describe('whatever colour a merchant chooses', () => {
  test('text and outlines can be read, on light and on dark', () => {
    fc.assert(
      fc.property(colour, fc.constantFrom(...themes), (own, theme) => {
        const { fill, fillDown, onFill, edge, accent, soft } = paletteOf(own, theme);
        const { paper, ground, quiet, ink } = GROUNDS[theme];
        expect(fill).toBe(own);
        for (const under of [fill, fillDown])
          expect(contrastOf(onFill, under)).toBeGreaterThanOrEqual(TEXT_CONTRAST);
        for (const under of [paper, ground, soft]) {
          expect(contrastOf(accent, under)).toBeGreaterThanOrEqual(TEXT_CONTRAST);
          expect(contrastOf(edge, under)).toBeGreaterThanOrEqual(SHAPE_CONTRAST);
        }
        for (const text of [quiet, ink]) expect(contrastOf(text, soft)).toBeGreaterThanOrEqual(TEXT_CONTRAST);
        expect(fillDown).not.toBe(fill);
      }),
    );
  });

  test('the style sheet is made of colours alone', () => {
    fc.assert(
      fc.property(colour, (own) => {
        expect(brandStyle(own)).toMatch(/^[:{};,()\w#@ -]+$/);
        expect(brandStyle(own)).toContain(`--brand:${own};`);
      }),
    );
  });
});

test('a colour that suits keeps its own shade, and what is no colour has no style', () => {
  expect(paletteOf('#0f5f5c', 'light')).toMatchObject({
    accent: '#0f5f5c',
    edge: '#0f5f5c',
    onFill: '#ffffff',
  });
  expect(paletteOf('#ffe066', 'light')).toMatchObject({ fill: '#ffe066', onFill: '#000000' });
  for (const none of [null, '', 'red', '#fff', '#0f5f5c;}', '</style>']) expect(brandStyle(none)).toBe('');
});
