/** Addresses without encryption in the account settings. */
import i18next from 'i18next';
import { afterEach, expect, test, vi } from 'vitest';
import arabic from '../../locales/ar/account.json' with { type: 'json' };
import english from '../../locales/en/account.json' with { type: 'json' };
import { renderAt } from '../../ui/testing/render.tsx';
import { queryClient } from '../shared/query-client.ts';
import { type SessionState, session } from '../shared/session.ts';
import { HttpWarning } from './components/http-warning.tsx';

i18next.addResourceBundle('en', 'account', english);
i18next.addResourceBundle('ar', 'account', arabic);
afterEach(() => vi.restoreAllMocks());

const SIGNED_IN: SessionState = {
  token: 'token',
  permissions: new Set(),
  hasPermissions: true,
  isLive: false,
  canGoToggle: false,
  isLooking: false,
};

const shown = async (language: string, isLive: boolean, address: string) => {
  await i18next.changeLanguage(language);
  vi.spyOn(session, 'get').mockReturnValue({ ...SIGNED_IN, isLive });
  await renderAt('/account-settings', <HttpWarning address={address} />, { client: queryClient });
  return document.querySelector('[role="status"]')?.textContent;
};

test.each([
  ['en', english],
  ['ar', arabic],
] as const)('an http address in live mode has a warning beside it (%s)', async (language, texts) => {
  expect(await shown(language, true, ' HTTP://shop.example/paid')).toBe(texts['urls.plainHttp']);
});

test('https addresses and those of test mode have none', async () => {
  expect(await shown('en', true, 'https://shop.example/paid')).toBe('');
  expect(await shown('en', false, 'http://shop.example/paid')).toBe('');
});
