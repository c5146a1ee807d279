import { shallowEqual } from '@mantine/hooks';
import { type ComponentType, isValidElement, memo } from 'react';

/** Compares two props by value, one level deep: class name objects by content, elements by type, key and props. */
export function arePropsEqual(before: unknown, after: unknown): boolean {
  if (Object.is(before, after)) return true;
  if (isValidElement(before) && isValidElement(after)) {
    return before.type === after.type && before.key === after.key && shallowEqual(before.props, after.props);
  }
  return isPlain(before) && isPlain(after) && shallowEqual(before, after);
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/**
 * Wraps a field so that it re-renders only when its props change by value. `form.field` keeps handlers stable, so a key
 * press re-renders one field of the form.
 */
export function memoField<Props extends object>(Field: ComponentType<Props>): ComponentType<Props> {
  const same = (before: Readonly<Props>, after: Readonly<Props>) => {
    const names = Object.keys(after) as (keyof Props)[];
    return (
      names.length === Object.keys(before).length &&
      names.every((name) => name in before && arePropsEqual(before[name], after[name]))
    );
  };
  return memo(Field, same) as unknown as ComponentType<Props>;
}
