import type { OwnSession } from '@daftar/contract/profile';
import Bowser from 'bowser';

type Device = Pick<OwnSession, 'browser' | 'system' | 'kind'>;

const KINDS: Readonly<Record<string, Device['kind']>> = {
  desktop: 'desktop',
  mobile: 'mobile',
  tablet: 'tablet',
};

/** What a browser says of itself, for a person to know it by: `Chrome`, `Windows`. Nothing is trusted of it. */
export function deviceOf(userAgent: string | null): Device {
  if (!userAgent) return { browser: '', system: '', kind: 'unknown' };
  const { browser, os, platform } = Bowser.parse(userAgent);
  return {
    browser: browser.name ?? '',
    system: os.name ?? '',
    kind: KINDS[platform.type ?? ''] ?? 'unknown',
  };
}
