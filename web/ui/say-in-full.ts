import type { PointerEvent } from 'react';

/** Elements whose title is ours, as long as they are cut. */
const said = new WeakSet<HTMLElement>();

const isCut = (element: HTMLElement): boolean =>
  getComputedStyle(element).overflowX === 'hidden' &&
  (element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight + 1);

/** Says in full, as a title, the text under the pointer that was cut. */
export function sayInFull({ target, currentTarget }: PointerEvent): void {
  let element = target instanceof HTMLElement ? target : null;
  for (; element && element !== currentTarget; element = element.parentElement) {
    if (element.title !== '' && !said.has(element)) continue;
    if (isCut(element)) {
      element.title = element.textContent ?? '';
      said.add(element);
    } else if (said.delete(element)) element.removeAttribute('title');
  }
}
