import { type ComponentType, useMemo } from 'react';
import type { PageToFind } from '../search/index.tsx';
import { NAV_ICONS } from '../shared/nav-icons.ts';
import { useCan } from '../shared/permissions.ts';
import { NAV_SECTIONS, type NavEntry, type Screen } from '../shared/screen.ts';
import { screens } from './screens.ts';

type Icon = ComponentType<{ size?: number | string; stroke?: number | string }>;
export type NavLink = Omit<NavEntry, 'icon'> & Pick<Screen, 'path' | 'permission' | 'group'> & { icon: Icon };

const place = ({ section, order }: Pick<NavEntry, 'section' | 'order'>) =>
  NAV_SECTIONS.indexOf(section) * 1000 + order;

const links: readonly NavLink[] = screens
  .flatMap(({ nav, path, permission, group }) =>
    nav
      ? [
          {
            ...nav,
            icon: NAV_ICONS[nav.icon],
            path,
            ...(permission ? { permission } : {}),
            ...(group ? { group } : {}),
          },
        ]
      : [],
  )
  .sort((a, b) => place(a) - place(b));

/** The sidebar's links that this person may follow, in its order. */
export function useNav(): readonly NavLink[] {
  const can = useCan();
  return useMemo(() => links.filter((link) => can(link.permission) && can(link.group)), [can]);
}

const orderOf = ({ nav }: Screen) => (nav ? place(nav) : Number.MAX_SAFE_INTEGER);

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
          icon: nav ? NAV_ICONS[nav.icon] : null,
        })),
    [can],
  );
}

/** Whether a link is highlighted, by the first segment of the path. */
export function isCurrent(link: NavLink, pathname: string): boolean {
  const first = pathname.split('/')[1] ?? '';
  return link.path === `/${first}` || (link.also?.includes(first) ?? false);
}
