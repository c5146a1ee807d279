/** What a person sees before an address of webhooks gets another version. */
import { API_VERSIONS, LATEST_VERSION } from '@daftar/contract/versions';
import i18next from 'i18next';
import { expect, test, vi } from 'vitest';
import webhooksTexts from '../../locales/en/webhooks.json' with { type: 'json' };
import { press, renderAt, type, until } from '../../ui/testing/render.tsx';
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
