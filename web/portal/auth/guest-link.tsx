import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface GuestLinkProps {
  to: string;
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
