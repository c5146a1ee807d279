import { type RefObject, useEffect, useState } from 'react';

/**
 * Whether an element has come near what is seen of the page, by scrolling or from the start. What costs much to draw waits
 * for it: a phone shows a quarter of a long screen.
 */
export function useNear(element: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (isNear || !element.current) return;
    const observer = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: '10% 0px' },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [isNear, element]);
  return isNear;
}
