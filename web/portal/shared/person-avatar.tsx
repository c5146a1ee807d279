import { Avatar } from '@mantine/core';
import { initialsOf } from '../../ui/format.ts';

interface PersonAvatarProps {
  name: string;
  size?: number;
}

/** A person's initials; their name stands beside it. */
export function PersonAvatar({ name, size = 32 }: PersonAvatarProps) {
  return (
    <Avatar size={size} radius="xl" color="ink" aria-hidden>
      {initialsOf(name)}
    </Avatar>
  );
}
