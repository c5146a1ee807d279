/** What a person sees before an address of webhooks gets another version. */
import { API_VERSIONS, LATEST_VERSION } from '@daftar/contract/versions';
import i18next from 'i18next';
import { expect, test, vi } from 'vitest';
import webhooksTexts from '../../locales/en/webhooks.json' with { type: 'json' };
import { press, renderAt, type, until } from '../../ui/testing/render.tsx';
import { changeOf } from './components/endpoint-values.ts';
import { VersionDialog } from './components/version-dialog.tsx';

i18next.addResourceBundle('en', 'webhooks', webhooksTexts);

const say = (key: string) => i18next.t(`webhooks:${key}` as never) as unknown as string;
const shown = () => [...document.querySelectorAll('[role=dialog] pre')].map((each) => each.textContent ?? '');
const marked = () =>
  [...document.querySelectorAll('[role=dialog] mark')].map((each) => each.textContent?.trim());

test('both forms of each event that differs, with what differs marked, and the newest version is suggested', async () => {
  const save = vi.fn(async () => true);
  const close = vi.fn();
  const [first, before] = API_VERSIONS;
  await renderAt(
    '/account-settings/webhooks',
    <VersionDialog current={before} opened onClose={close} save={save} isSaving={false} />,
  );
  await until(() => expect(shown()).toHaveLength(2));
  expect(marked()).toEqual(expect.arrayContaining(['"amount": 450,', '"charged_amount": 450,']));
  await type(say('version.example'), 'invoice.created');
  expect(shown().map((text) => text.includes('"paid_count": 0'))).toEqual([false, true]);
  // Nothing that is sent differs between the first two.
  await type(say('endpoints.version'), first);
  await until(() => expect(document.body.textContent).toContain(say('version.same')));
  await type(say('endpoints.version'), LATEST_VERSION);
  await press(say('version.save'));
  await until(() => expect(close).toHaveBeenCalled());
  expect(save).toHaveBeenCalledWith(LATEST_VERSION);
});

test('another name of an endpoint leaves its version to whoever moved it meanwhile, also to one that the page does not know', () => {
  const values = { url: 'https://a.example', name: 'A', all: true, events: [], is_active: true };
  const [first] = API_VERSIONS;
  const change = (version: string, chosen: typeof first | typeof LATEST_VERSION) =>
    changeOf({ version }, { ...values, version: chosen });
  const rest = { url: 'https://a.example', name: 'A', events: null, is_active: true };
  expect(change(first, first)).toEqual(rest);
  expect(change('2099-01-01', LATEST_VERSION)).toEqual(rest);
  expect(change(first, LATEST_VERSION)).toEqual({ ...rest, version: LATEST_VERSION });
});
