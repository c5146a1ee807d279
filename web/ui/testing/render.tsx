/** Renders components and hooks into happy-dom, for tests that start with `@vitest-environment happy-dom`. */

import messages from '@daftar/contract/messages/en.json' with { type: 'json' };
import { MantineProvider } from '@mantine/core';
import i18next from 'i18next';
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { afterEach } from 'vitest';
import common from '../../locales/en/common.json' with { type: 'json' };
import transactions from '../../locales/en/transactions.json' with { type: 'json' };

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

const i18n = i18next.createInstance();
await i18n.use(initReactI18next).init({
  lng: 'en',
  resources: { en: { common, messages, transactions } },
  keySeparator: false,
  interpolation: { escapeValue: false },
});

const roots: Root[] = [];
afterEach(async () => {
  await act(() => {
    for (const root of roots.splice(0)) root.unmount();
  });
  document.body.replaceChildren();
});

/** Renders an element as the screens do: with the theme, in English. */
export async function render(element: ReactNode): Promise<{ rerender: (next: ReactNode) => Promise<void> }> {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  roots.push(root);
  const rerender = (next: ReactNode) =>
    act(async () =>
      root.render(
        <I18nextProvider i18n={i18n}>
          <MantineProvider env="test">{next}</MantineProvider>
        </I18nextProvider>,
      ),
    );
  await rerender(element);
  return { rerender };
}

function Probe({ hook, onRender }: { hook: () => unknown; onRender: (result: unknown) => void }) {
  onRender(hook());
  return null;
}

/** Renders a hook. `current` is what it returned last. */
export async function renderHook<T>(hook: () => T): Promise<{ readonly current: T }> {
  const latest = {} as { current: T };
  await render(
    <Probe
      hook={hook}
      onRender={(result) => {
        latest.current = result as T;
      }}
    />,
  );
  return latest;
}
