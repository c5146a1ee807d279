/**
 * Navigation among the few addresses before sign-in, without the router: it weighs more than all these screens
 * together, and signing in should not wait for it on a slow line.
 */
import { Anchor } from '@mantine/core';
import { type ComponentProps, createContext, type MouseEvent, type ReactNode, use } from 'react';

export interface Carried {
  /** An e-mail address to begin the next form with. */
  email?: string;
}

export interface Place {
  pathname: string;
  search: Readonly<Record<string, string>>;
  carried: Carried;
}

export interface Door {
  place: Place;
  /** To another screen of visitors. */
  go: (to: string, options?: { replace?: boolean; carried?: Carried }) => void;
  /** Into the portal, once signed in. */
  enter: () => void;
  /** Fetches the portal's code ahead of time. */
  approach: () => void;
  prefetch: (to: string) => void;
}

export const DoorContext = createContext<Door | null>(null);

/** Where the visitor is, and how to go elsewhere. */
export function useDoor(): Door {
  const door = use(DoorContext);
  if (!door) throw new Error('outside of the door');
  return door;
}

/** The current address. */
export function placeNow(): Place {
  return {
    pathname: window.location.pathname.replace(/(.)\/$/, '$1'),
    search: Object.fromEntries(new URLSearchParams(window.location.search)),
    carried: (window.history.state as Carried | null) ?? {},
  };
}

interface DoorLinkProps extends Pick<ComponentProps<typeof Anchor<'a'>>, 'size'> {
  to: string;
  children: ReactNode;
}

/** A link to another screen of visitors; fetched on hover or focus. */
export function DoorLink({ to, children, size }: DoorLinkProps) {
  const { go, prefetch } = useDoor();
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(to);
  };
  return (
    <Anchor
      href={to}
      {...(size ? { size } : {})}
      onClick={follow}
      onMouseEnter={() => prefetch(to)}
      onFocus={() => prefetch(to)}
    >
      {children}
    </Anchor>
  );
}
