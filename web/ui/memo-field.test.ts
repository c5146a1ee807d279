import { createElement } from 'react';
import { describe, expect, test } from 'vitest';
import { arePropsEqual } from './memo-field.ts';

const Label = ({ label }: { label: string }) => label;

describe('a field draws the same', () => {
  test('with the same text, class names or label made anew', () => {
    expect(arePropsEqual('a', 'a')).toBe(true);
    expect(arePropsEqual({ input: 'ltr' }, { input: 'ltr' })).toBe(true);
    expect(arePropsEqual(createElement(Label, { label: 'a' }), createElement(Label, { label: 'a' }))).toBe(
      true,
    );
  });

  test('not with another value, class name, label, list or handler', () => {
    expect(arePropsEqual('a', 'b')).toBe(false);
    expect(arePropsEqual(undefined, null)).toBe(false);
    expect(arePropsEqual({ input: 'ltr' }, { input: 'plain' })).toBe(false);
    expect(arePropsEqual(createElement(Label, { label: 'a' }), createElement(Label, { label: 'b' }))).toBe(
      false,
    );
    expect(arePropsEqual([1], [1])).toBe(false);
    expect(
      arePropsEqual(
        () => 1,
        () => 1,
      ),
    ).toBe(false);
  });
});
