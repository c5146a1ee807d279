import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';

/** What the menu of appearance offers. */
export const COLOR_SCHEMES = [
  { value: 'light', icon: IconSun },
  { value: 'dark', icon: IconMoon },
  { value: 'auto', icon: IconDeviceDesktop },
] as const;
