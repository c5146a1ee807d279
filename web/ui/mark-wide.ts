/**
 * Keeps the attribute `data-wide` on an element while what it holds is wider than itself. A ref callback. The browser
 * asks after it has laid out, before it paints: nothing is laid out twice, and nothing is seen to move.
 */
export function markWide(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return;
  const observer = new ResizeObserver(() =>
    element.toggleAttribute('data-wide', element.scrollWidth > element.clientWidth),
  );
  for (const each of [element, ...element.children]) observer.observe(each);
  return () => observer.disconnect();
}
