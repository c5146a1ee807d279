import type { OwnSession } from '@daftar/contract/profile';
import Bowser from 'bowser';

type Device = Pick<OwnSession, 'browser' | 'system' | 'kind'>;

const KINDS: Readonly<Record<string, Device['kind']>> = {
  desktop: 'desktop',
  mobile: 'mobile',
  tablet: 'tablet',
};

/** Returns browser and system by the user agent, such as `Chrome` on `Windows`, for display only. */
export function deviceOf(userAgent: string | null): Device {
  if (!userAgent) return { browser: '', system: '', kind: 'unknown' };
  const { browser, os, platform } = Bowser.parse(userAgent);
  return {
    browser: browser.name ?? '',
    system: os.name ?? '',
    kind: KINDS[platform.type ?? ''] ?? 'unknown',
  };
}
