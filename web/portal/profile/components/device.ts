import type { OwnSession } from '@daftar/contract/profile';
import type { TFunction } from 'i18next';

/** What a session's browser and system are called. */
export function deviceOf({ browser, system }: OwnSession, t: TFunction<'profile'>): string {
  if (browser && system) return t('sessions.device', { browser, system });
  return browser || system || t('sessions.unknown');
}
