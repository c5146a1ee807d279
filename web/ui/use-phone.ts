import { useMediaQuery } from '@mantine/hooks';

/** Whether the viewport is at most 768 px wide, where the sidebar is a menu and tables are cards. */
export function usePhone(): boolean {
  return useMediaQuery('(max-width: 768px)', false, { getInitialValueInEffect: false }) ?? false;
}
