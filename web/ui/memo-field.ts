import { shallowEqual } from '@mantine/hooks';
import { type ComponentType, isValidElement, memo } from 'react';

/** Whether a prop would draw the same: class names by their text, a label that is an element by its own props. */
export function drawsTheSame(before: unknown, after: unknown): boolean {
  if (Object.is(before, after)) return true;
  if (isValidElement(before) && isValidElement(after)) {
    return before.type === after.type && before.key === after.key && shallowEqual(before.props, after.props);
  }
  return isPlain(before) && isPlain(after) && shallowEqual(before, after);
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/**
 * A field that is drawn again only when one of its props has changed: a key that is typed into a form is the business of
 * one field, and `form.field` gives each the same handlers for ever.
 */
export function memoField<Props extends object>(Field: ComponentType<Props>): ComponentType<Props> {
  const same = (before: Readonly<Props>, after: Readonly<Props>) => {
    const names = Object.keys(after) as (keyof Props)[];
    return (
      names.length === Object.keys(before).length &&
      names.every((name) => name in before && drawsTheSame(before[name], after[name]))
    );
  };
  return memo(Field, same) as unknown as ComponentType<Props>;
}
