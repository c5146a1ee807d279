import i18next from 'i18next';
import { useEffect } from 'react';

let routeTitle = '';
let ownTitle = '';

function write(): void {
  const screen = ownTitle || routeTitle;
  const product = i18next.t('common:product');
  document.title = screen ? `${product} · ${screen}` : product;
}

/** `Product · Screen`, after the current route. */
export function setRouteTitle(screen: string): void {
  routeTitle = screen;
  write();
}

/** Names the tab after what this screen shows, where that is more than its own name (a reference). */
export function useTitle(screen: string | undefined): void {
  useEffect(() => {
    ownTitle = screen ?? '';
    write();
    return () => {
      ownTitle = '';
      write();
    };
  }, [screen]);
}
