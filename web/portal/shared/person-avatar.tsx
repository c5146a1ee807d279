import { profile } from '@daftar/contract/profile';
import { Avatar } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { initialsOf } from '../../ui/format.ts';
import { call } from './call.ts';

interface PersonAvatarProps {
  name: string;
  /** Reference of the stored picture, if any. */
  avatar?: string | null;
  /** A chosen picture that is not saved yet. */
  preview?: string | null;
  size?: number;
}

/** Shows a person's picture or initials. Decorative: the name is shown beside it. */
export function PersonAvatar({ name, avatar = null, preview = null, size = 32 }: PersonAvatarProps) {
  const stored = usePicture(avatar);
  return (
    <Avatar size={size} radius={size} color="ink" src={preview ?? stored} alt="" aria-hidden>
      {initialsOf(name)}
    </Avatar>
  );
}

/** Returns an object URL of a stored picture; null until loaded. */
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
