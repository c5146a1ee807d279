import { useMediaQuery } from '@mantine/hooks';

/** 768 px or narrower: the sidebar is a menu and tables are lists of cards. */
export function usePhone(): boolean {
  return useMediaQuery('(max-width: 768px)', false, { getInitialValueInEffect: false }) ?? false;
}
