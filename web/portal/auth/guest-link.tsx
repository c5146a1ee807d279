import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from '../../ui/link.tsx';
import type { Path } from '../../ui/path.ts';

interface GuestLinkProps {
  to: Path;
  size?: 'sm';
  children: ReactNode;
}

/** A link from one screen before sign-in to another. */
export function GuestLink({ to, size, children }: GuestLinkProps) {
  return (
    <Anchor component={Link} to={to} {...(size ? { size } : {})}>
      {children}
    </Anchor>
  );
}
