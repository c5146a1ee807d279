import i18next from 'i18next';
import { useEffect } from 'react';

let routeTitle = '';
let ownTitle = '';

function write(): void {
  const screen = ownTitle || routeTitle;
  const product = i18next.t('common:product');
  document.title = screen ? `${product} · ${screen}` : product;
}

/** Sets the tab's title from the current route: `Product · Screen`. */
export function setRouteTitle(screen: string): void {
  routeTitle = screen;
  write();
}

/** Sets the tab's title to the record shown, such as a reference. */
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
