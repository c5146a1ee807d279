import { createElement } from 'react';
import { describe, expect, test } from 'vitest';
import { drawsTheSame } from './memo-field.ts';

const Label = ({ label }: { label: string }) => label;

describe('a field draws the same', () => {
  test('with the same text, class names or label made anew', () => {
    expect(drawsTheSame('a', 'a')).toBe(true);
    expect(drawsTheSame({ input: 'ltr' }, { input: 'ltr' })).toBe(true);
    expect(drawsTheSame(createElement(Label, { label: 'a' }), createElement(Label, { label: 'a' }))).toBe(
      true,
    );
  });

  test('not with another value, class name, label, list or handler', () => {
    expect(drawsTheSame('a', 'b')).toBe(false);
    expect(drawsTheSame(undefined, null)).toBe(false);
    expect(drawsTheSame({ input: 'ltr' }, { input: 'plain' })).toBe(false);
    expect(drawsTheSame(createElement(Label, { label: 'a' }), createElement(Label, { label: 'b' }))).toBe(
      false,
    );
    expect(drawsTheSame([1], [1])).toBe(false);
    expect(
      drawsTheSame(
        () => 1,
        () => 1,
      ),
    ).toBe(false);
  });
});
