import i18next from 'i18next';
import { useEffect } from 'react';

/** `Product · Screen`. */
export function setTitle(screen: string): void {
  document.title = screen ? `${i18next.t('common:product')} · ${screen}` : i18next.t('common:product');
}

/** Names the tab after what this screen shows, where that is more than its own name (a reference). */
export function useTitle(screen: string | undefined): void {
  useEffect(() => {
    if (screen) setTitle(screen);
  }, [screen]);
}
