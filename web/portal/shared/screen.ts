import type { Permission } from '@daftar/contract/permissions';
import type { ComponentType } from 'react';
import type { Path } from '../../ui/path.ts';
import type { NamedTextKey } from '../../ui/text-key.ts';
import type { NavIcon } from './nav-icons.ts';

/** The groups of the sidebar in their order. `home` has no label; settings and help stand apart. */
export const NAV_SECTIONS = ['home', 'selling', 'money', 'account', 'settings'] as const;
export type NavSection = (typeof NAV_SECTIONS)[number];

export interface NavEntry {
  /** Label key with its catalogue: `shell:nav.invoices`. */
  label: NamedTextKey;
  icon: NavIcon;
  section: NavSection;
  /** Position in its section, in tens. */
  order: number;
  /** The letter after `g` that goes there. */
  shortcut?: string;
  /** Further first path segments for which it is highlighted. */
  also?: readonly string[];
}

/** A page's module; `prefetch` starts its first queries before rendering, and on hover. */
export interface PageModule {
  default: ComponentType;
  prefetch?: (at: { params: Record<string, string>; search: Record<string, string> }) => unknown;
}

/** A screen of the portal, as the router, the sidebar and the guard need it. */
export interface Screen {
  /** TanStack Router path: `/payment-link/$id`. */
  path: Path;
  /** Required permission, any one of a list; without it /403. */
  permission?: Permission | readonly Permission[];
  /** A permission that is required beside `permission`. */
  group?: Permission;
  /** Title key with its catalogue: `payment-links:list.title`. */
  title: NamedTextKey;
  /** Catalogues needed besides `common`, `messages` and `shell`. */
  catalogues?: readonly string[];
  page: () => Promise<PageModule>;
  /** Opened often by address: the build makes its page and texts load beside the frame, not after it. */
  isEntry?: true;
  nav?: NavEntry;
}

/** Declares a noun's screens with their types. */
export const defineScreens = (screens: readonly Screen[]): readonly Screen[] => screens;
