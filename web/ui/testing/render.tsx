/** Renders components and hooks into happy-dom, for tests of components (`one-document.ts`). */

import messages from '@daftar/contract/messages/en.json' with { type: 'json' };
import { MantineProvider } from '@mantine/core';
import { ModalsProvider, modals } from '@mantine/modals';
import { notificationsStore } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import i18next from 'i18next';
import { act, createContext, type ReactNode, useContext } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { onTestFinished, vi } from 'vitest';
import common from '../../locales/en/common.json' with { type: 'json' };
import imports from '../../locales/en/import.json' with { type: 'json' };
import transactions from '../../locales/en/transactions.json' with { type: 'json' };
import { notify } from '../notify.tsx';
import { interpolation, ownDigits } from '../own-digits.ts';
import { parseSearch, stringifySearch } from '../search-params.ts';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

await i18next
  .use(ownDigits)
  .use(initReactI18next)
  .init({
    lng: 'en',
    resources: { en: { common, messages, transactions, import: imports } },
    defaultNS: 'common',
    keySeparator: false,
    interpolation,
  });

/** Renders an element as the screens do: with the theme, in English unless the test changed that. @param client of its queries */
export async function render(
  element: ReactNode,
  client = new QueryClient(),
): Promise<{ rerender: (next: ReactNode) => Promise<void> }> {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  onTestFinished(async () => {
    await act(async () => {
      modals.closeAll();
      notify.clear();
      root.unmount();
    });
    document.body.replaceChildren();
    localStorage.clear();
  });
  const rerender = (next: ReactNode) =>
    act(async () =>
      root.render(
        <I18nextProvider i18n={i18next}>
          <MantineProvider env="test">
            <QueryClientProvider client={client}>
              <ModalsProvider>{next}</ModalsProvider>
            </QueryClientProvider>
          </MantineProvider>
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

const Screen = createContext<ReactNode>(null);

/** Renders an element as the screen of an address. */
export async function renderAt(
  address: string,
  element: ReactNode,
  { basepath = '/', client }: { basepath?: string; client?: QueryClient } = {},
) {
  const router = createRouter({
    routeTree: createRootRoute({ component: () => useContext(Screen), notFoundComponent: () => null }),
    history: createMemoryHistory({ initialEntries: [address] }),
    basepath,
    parseSearch,
    stringifySearch,
  });
  await render(
    <Screen value={element}>
      <RouterProvider router={router} />
    </Screen>,
    client,
  );
  return {
    /** The parameters of the address as it is now. */
    search: () => parseSearch(router.history.location.search),
    path: () => router.history.location.pathname,
    go: (to: string) => act(async () => router.history.push(to)),
    back: () => act(async () => router.history.back()),
  };
}

/** Renders a hook on the screen of an address. */
export async function renderHookAt<T>(address: string, hook: () => T) {
  const latest = {} as { current: T };
  const screen = await renderAt(
    address,
    <Probe
      hook={hook}
      onRender={(result) => {
        latest.current = result as T;
      }}
    />,
  );
  return { ...screen, hook: latest as { readonly current: T } };
}

/** Waits until `check` throws no longer, while React draws what is due: state that follows a painted frame, for example. */
export async function until<T>(check: () => T): Promise<T> {
  return vi.waitFor(
    async () => {
      await act(async () => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted))));
      return check();
    },
    { interval: 1, timeout: 5000 },
  );
}

const nameOf = (element: Element): string => {
  const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
  const named = ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
  const label = element.id ? document.querySelector(`label[for="${element.id}"]`)?.textContent : undefined;
  const name = element.getAttribute('aria-label') ?? (named || (label ?? element.textContent ?? ''));
  return (name.endsWith('*') ? name.slice(0, -1) : name).trim();
};

function theOnly<E extends Element>(selector: string, name: string): E {
  const all = [...document.querySelectorAll<E>(selector)];
  const found = all.filter((element) => nameOf(element) === name);
  if (found[0] && found.length === 1) return found[0];
  throw new Error(`${found.length} named “${name}” among: ${all.map(nameOf).join(', ')}`);
}

/** The one button, link or entry of a menu of that name. */
export const button = (name: string) =>
  theOnly<HTMLElement>('button, a[href], [role="menuitem"], input[type="checkbox"]', name);

/** The one field of that label. */
export const field = (label: string) =>
  theOnly<HTMLInputElement>('input:not([type="hidden"]), select, textarea', label);

/** Presses the one button, link, checkbox or menu entry of that name, or an element. */
export async function press(target: string | Element, init: MouseEventInit = {}): Promise<void> {
  const element = typeof target === 'string' ? button(target) : target;
  await act(async () => {
    if (element instanceof HTMLElement) element.focus();
    element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...init }));
  });
}

/** Puts a value into the field of that label, as typing or choosing does. */
export async function type(label: string, value: string): Promise<void> {
  const element = field(label);
  const prototype = Object.getPrototypeOf(element) as object;
  await act(async () => {
    element.focus();
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(element, value);
    element.dispatchEvent(
      new Event(element instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }),
    );
  });
}

/** Presses a key where the focus is. */
export async function key(name: string): Promise<void> {
  await act(async () => {
    (document.activeElement ?? document.body).dispatchEvent(
      new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }),
    );
  });
}

/** Everything that is announced to screen readers now, without what is empty. */
export const announced = (role: 'status' | 'alert' = 'status') =>
  [...document.querySelectorAll(`[role="${role}"]`)].flatMap(({ textContent }) => textContent || []);

/** What the toasts say. */
export const toasts = () => notificationsStore.getState().notifications.map(({ message }) => message);
