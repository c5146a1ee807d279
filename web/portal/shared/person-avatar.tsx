import { profile } from '@daftar/contract/profile';
import { Avatar } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { initialsOf } from '../../ui/format.ts';
import { call } from './call.ts';

interface PersonAvatarProps {
  name: string;
  /** The reference of their picture, if they have one. */
  avatar?: string | null;
  /** A picture that was chosen and not saved yet. */
  preview?: string | null;
  size?: number;
}

/** A person's picture, or their initials; their name stands beside it. */
export function PersonAvatar({ name, avatar = null, preview = null, size = 32 }: PersonAvatarProps) {
  const stored = usePicture(avatar);
  return (
    <Avatar size={size} radius={size} color="ink" src={preview ?? stored} alt="" aria-hidden>
      {initialsOf(name)}
    </Avatar>
  );
}

/** The address of a stored picture in this document; null while there is none. */
function usePicture(reference: string | null): string | null {
  const filePath = reference?.split('/').at(-1) ?? '';
  const { data } = useQuery({
    queryKey: ['avatar', filePath],
    enabled: filePath !== '',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: async () => (await call(profile.avatar, { params: { filePath } })).data.blob(),
  });
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!data) return;
    const url = URL.createObjectURL(data);
    setAddress(url);
    return () => {
      setAddress(null);
      URL.revokeObjectURL(url);
    };
  }, [data]);
  return address;
}
