import type { Permission } from '@daftar/contract/permissions';
import type { ComponentType } from 'react';

export interface NavEntry {
  /** Key of its words, with the catalogue: `shell:nav.invoices`. */
  label: string;
  icon: ComponentType<{ size?: number | string; stroke?: number | string }>;
  /** Where in the list it stands: the specification's order, in tens. */
  order: number;
  /** First path segments, beside its own, under which it is shown as the current one. */
  also?: readonly string[];
}

/** A page's module; `prefetch` starts its first queries before it is drawn (also on hover). */
export interface PageModule {
  default: ComponentType;
  prefetch?: (at: { params: Record<string, string>; search: Record<string, string> }) => unknown;
}

/** One screen of the portal: what the router, the sidebar and the guard need to know of it. */
export interface Screen {
  /** As TanStack Router writes it: `/payment-link/$id`. */
  path: `/${string}`;
  /** Missing → /403. A list means any one of them. */
  permission?: Permission | readonly Permission[];
  /** Guards the group that the screen belongs to, beside its own permission. */
  group?: Permission;
  /** Key of its title, with the catalogue: `payment-links:list.title`. */
  title: string;
  /** Catalogues it needs beyond `common`, `messages` and `shell`. */
  catalogues?: readonly string[];
  page: () => Promise<PageModule>;
  nav?: NavEntry;
}

/** Keeps a noun's screens typed. */
export const defineScreens = (screens: readonly Screen[]): readonly Screen[] => screens;
