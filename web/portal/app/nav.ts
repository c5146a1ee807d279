import { useCan } from '../shared/permissions.ts';
import type { NavEntry, Screen } from '../shared/screen.ts';
import { screens } from './screens.ts';

export type NavLink = NavEntry & Pick<Screen, 'path' | 'permission'>;

const links: readonly NavLink[] = screens
  .flatMap(({ nav, path, permission }) =>
    nav ? [{ ...nav, path, ...(permission ? { permission } : {}) }] : [],
  )
  .sort((a, b) => a.order - b.order);

/** The links of the sidebar that this person may follow, in the specification's order. */
export function useNav(): readonly NavLink[] {
  const can = useCan();
  return links.filter((link) => can(link.permission));
}

/** Whether a link is the one to highlight: by the first segment of the path. */
export function isCurrent(link: NavLink, pathname: string): boolean {
  const first = pathname.split('/')[1] ?? '';
  return link.path === `/${first}` || (link.also?.includes(first) ?? false);
}
