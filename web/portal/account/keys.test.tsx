/** What a person confirms about keys: which version answers one, and which program gets one. */
import { apiKeys, type KeyRow } from '@daftar/contract/api-keys';
import { KEY_REQUEST_PATH, keyRequests } from '@daftar/contract/key-requests';
import arabicMessages from '@daftar/contract/messages/ar.json' with { type: 'json' };
import { API_VERSIONS, LATEST_VERSION } from '@daftar/contract/versions';
import i18next from 'i18next';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { field, press, renderAt, toasts, type, until } from '../../ui/testing/render.tsx';
import { keyRequestPath } from '../paths/account.ts';
import { queryClient } from '../shared/query-client.ts';
import { type SessionState, session } from '../shared/session.ts';
import { KeyVersion } from './components/key-version.tsx';
import KeyRequestPage from './key-request-page.tsx';

const SPEECH = { en: 'English', ar: 'Arabic' } as const;
const texts = (language: string, catalogue: string) =>
  import(`../../locales/${language}/${catalogue}.json`).then(({ default: all }) => all);
for (const language of ['en', 'ar'])
  for (const catalogue of ['account', 'auth', 'common'])
    i18next.addResourceBundle(language, catalogue, await texts(language, catalogue));
i18next.addResourceBundle('ar', 'messages', arabicMessages);

const here = { client: queryClient };
type Sent = { method: string; path: string; body: unknown };
let sent: Sent[] = [];
/** Answers by method and path; anything else is not there. */
let answers: Record<string, (body: unknown) => Response> = {};
/** A reply whose body is there at once. */
const reply = (body: unknown, { status = 200 } = {}) =>
  ({
    ok: status < 400,
    status,
    headers: new Headers(),
    json: async () => body,
    text: async () => JSON.stringify(body),
  }) as Response;
const done = (message: string) => reply({ status: true, message, data: null });

const SIGNED_IN: SessionState = {
  token: 'token',
  permissions: new Set(['create-pay-link', 'transaction-refund', 'api-keys-settings']),
  hasPermissions: true,
  isLive: false,
  canGoToggle: false,
  isLooking: false,
};
const REQUEST = {
  user_code: 'BCDF-GHJK',
  mode: 'test',
  program: 'Daftar CLI',
  machine: 'mona-laptop',
  address: '203.0.113.7',
  is_same_address: false,
  created_at: '2026-01-01T10:00:00Z',
  expires_at: '2026-01-01T10:10:00Z',
};

beforeEach(() => {
  // Not after a test: its screen is still there, and would ask again.
  queryClient.clear();
  sent = [];
  answers = {};
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const [path = ''] = url.split('?');
    const body = init.body ? JSON.parse(String(init.body)) : null;
    if (init.method !== 'GET') sent.push({ method: String(init.method), path, body });
    return answers[`${init.method} ${path}`]?.(body) ?? reply({ status: true, data: [] });
  });
  vi.spyOn(session, 'get').mockReturnValue(SIGNED_IN);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await i18next.changeLanguage('en');
});

// Not before: what was asked for last is answered after its test.
afterAll(() => vi.unstubAllGlobals());

test('the address that a program is given is that of the screen', () => {
  expect(String(keyRequestPath)).toBe(KEY_REQUEST_PATH);
});

describe.each(Object.keys(SPEECH) as (keyof typeof SPEECH)[])('in %s', (language) => {
  const say = (key: string, more = {}) => i18next.t(`account:${key}` as never, more) as unknown as string;
  const text = () => document.body.textContent ?? '';
  beforeEach(() => i18next.changeLanguage(language));

  test('the version of a key is changed only to another one, after it was said what that does', async () => {
    const [first] = API_VERSIONS;
    const row = { id: 7, version: LATEST_VERSION } as KeyRow;
    const path = `/api/sandbox${apiKeys.setVersion.path}`;
    answers[`PATCH ${path}`] = () => done('Changed');
    await renderAt('/account-settings', <KeyVersion row={row} name="Till" />, here);
    expect(text()).toContain(LATEST_VERSION);
    await press(say('keys.versionChangeOf', { name: 'Till' }));
    await until(() => expect(text()).toContain(say('keys.versionText')));
    const save = () =>
      [...document.querySelectorAll('button')].find((each) => each.textContent === say('keys.versionSave'));
    expect(save()?.disabled).toBe(true);
    await type(say('keys.version'), first);
    expect(save()?.disabled).toBe(false);
    await press(say('keys.versionSave'));
    const password = i18next.t('auth:currentPassword' as never) as unknown as string;
    await until(() => expect(field(password)).toBeTruthy());
    expect(text()).toContain(say('keys.versionProve'));
    expect(sent).toEqual([]);
    await type(password, 'Secret1$x');
    await press(document.querySelector('[role=dialog] [type=submit]')!);
    await until(() => expect(toasts()).toEqual(['Changed']));
    await until(() => expect(document.querySelector('[role=dialog]')).toBeNull());
    expect(sent).toEqual([
      { method: 'PATCH', path, body: { id: 7, version: first, current_password: 'Secret1$x' } },
    ]);
  });

  test('a program gets what is ticked, once its code is known and the password was given', async () => {
    const path = (end = '') => `/api/sandbox${keyRequests.read.path}${end}`;
    answers[`GET ${path()}`] = () => reply({ statusCode: 404, message: 'Gone' }, { status: 404 });
    await renderAt('/account-settings/key-request?code=XXXX', <KeyRequestPage />, here);
    await until(() => expect(text()).toContain(say('request.gone')));
    answers[`GET ${path()}`] = () => reply({ status: true, data: REQUEST });
    answers[`POST ${path('/approve')}`] = () => done('Made');
    await type(say('request.code'), 'BCDF-GHJK');
    await press(say('request.look'));
    await until(() => expect(text()).toContain('mona-laptop'));
    for (const shown of ['BCDF-GHJK', 'Daftar CLI', '203.0.113.7', say('request.otherAddress')])
      expect(text()).toContain(shown);
    expect(text()).toContain(say('request.mode.test'));
    await press(say('request.approve'));
    const password = i18next.t('auth:currentPassword' as never) as unknown as string;
    await until(() => expect(field(password)).toBeTruthy());
    expect(sent).toEqual([]);
    await type(password, 'Secret1$x');
    await press(document.querySelector('[role=dialog] [type=submit]')!);
    await until(() => expect(text()).toContain(say('request.approved.text')));
    expect(sent).toEqual([
      {
        method: 'POST',
        path: path('/approve'),
        // What takes money out is never ticked beforehand.
        body: {
          code: 'BCDF-GHJK',
          name: 'Daftar CLI · mona-laptop',
          permissions: ['create-pay-link'],
          current_password: 'Secret1$x',
        },
      },
    ]);
  });

  test('with real money nothing is ticked beforehand, and refusing asks for nothing', async () => {
    const path = (end = '') => `/api/sandbox${keyRequests.read.path}${end}`;
    answers[`GET ${path()}`] = () =>
      reply({ status: true, data: { ...REQUEST, mode: 'live', is_same_address: true } });
    answers[`POST ${path('/refuse')}`] = () => done('Refused');
    await renderAt('/account-settings/key-request?code=BCDF-GHJK', <KeyRequestPage />, here);
    await until(() => expect(text()).toContain(say('request.mode.live')));
    expect(text()).toContain(say('request.sameAddress'));
    expect(document.querySelectorAll('input:checked')).toHaveLength(0);
    await press(say('request.refuse'));
    await until(() => expect(text()).toContain(say('request.refused.text')));
    expect(sent).toEqual([{ method: 'POST', path: path('/refuse'), body: { code: 'BCDF-GHJK' } }]);
  });
});
