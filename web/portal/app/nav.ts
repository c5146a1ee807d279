import { useMemo } from 'react';
import type { PageToFind } from '../search/index.tsx';
import { useCan } from '../shared/permissions.ts';
import type { NavEntry, Screen } from '../shared/screen.ts';
import { screens } from './screens.ts';

export type NavLink = NavEntry & Pick<Screen, 'path' | 'permission' | 'group'>;

const links: readonly NavLink[] = screens
  .flatMap(({ nav, path, permission, group }) =>
    nav ? [{ ...nav, path, ...(permission ? { permission } : {}), ...(group ? { group } : {}) }] : [],
  )
  .sort((a, b) => a.order - b.order);

/** The sidebar's links that this person may follow, in the specification's order. */
export function useNav(): readonly NavLink[] {
  const can = useCan();
  return useMemo(() => links.filter((link) => can(link.permission) && can(link.group)), [can]);
}

const orderOf = (screen: Screen) => screen.nav?.order ?? 1000;

/** Every screen that this person may open, in the sidebar's order first. */
export function usePages(): readonly PageToFind[] {
  const can = useCan();
  return useMemo(
    () =>
      screens
        .filter(({ path, permission, group }) => !path.includes('$') && can(permission) && can(group))
        .sort((a, b) => orderOf(a) - orderOf(b))
        .map(({ path, title, catalogues = [], nav }) => ({
          path,
          title,
          catalogues,
          icon: nav?.icon ?? null,
        })),
    [can],
  );
}

/** Whether a link is highlighted, by the first segment of the path. */
export function isCurrent(link: NavLink, pathname: string): boolean {
  const first = pathname.split('/')[1] ?? '';
  return link.path === `/${first}` || (link.also?.includes(first) ?? false);
}
