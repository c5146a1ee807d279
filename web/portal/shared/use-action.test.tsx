import { paymentLinks } from '@daftar/contract/payment-links';
import { notificationsStore } from '@mantine/notifications';
import { QueryObserver } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../ui/errors.ts';
import { notify } from '../../ui/notify.tsx';
import { renderHook } from '../../ui/testing/render.tsx';
import { invalidate, keyOf, queryClient } from './query-client.ts';
import { useAction } from './use-action.ts';

const toasts = () => notificationsStore.getState().notifications.map(({ message }) => message);

afterEach(() => {
  notify.clear();
  queryClient.clear();
  vi.unstubAllGlobals();
});

/** A list on screen. @returns how often it was fetched, and a way to hold the next fetch back */
function watchList(held: Promise<void> = Promise.resolve()) {
  const list = { fetched: 0, held };
  const observer = new QueryObserver(queryClient, {
    queryKey: [...keyOf(paymentLinks.list), 'test', null],
    queryFn: async () => {
      list.fetched += 1;
      await list.held;
      return list.fetched;
    },
  });
  observer.subscribe(() => undefined);
  return list;
}

const refusal = (errors?: Record<string, string[]>) =>
  new ApiError(errors ? 422 : 409, { message: 'It was paid meanwhile', ...(errors ? { errors } : {}) });

test('an action calls its endpoint, shows the message as a toast and refetches the queries it changed', async () => {
  const requests: [string, string | undefined][] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    requests.push([url, init.method]);
    return Response.json({ status: true, message: 'Deactivated', data: null });
  });
  const list = watchList();
  await vi.waitFor(() => expect(list.fetched).toBe(1));
  const hook = await renderHook(() =>
    useAction(paymentLinks.deactivate, { invalidates: [paymentLinks.list] }),
  );
  const reply = await act(() => hook.current.run({ params: { id: 7 } }));
  expect(requests).toEqual([['/api/sandbox/merchant/payment_links/deactivate/7', 'PATCH']]);
  expect(reply?.message).toBe('Deactivated');
  expect(toasts()).toEqual(['Deactivated']);
  expect(list.fetched).toBe(2);
});

test('a failure shows a toast and returns null; queries are refetched only with evenIfFailed', async () => {
  const list = watchList();
  await vi.waitFor(() => expect(list.fetched).toBe(1));
  const fail = () => Promise.reject(refusal());
  const plain = await renderHook(() => useAction(fail, { invalidates: [paymentLinks.list] }));
  expect(await act(() => plain.current.run())).toBeNull();
  expect(toasts()).toEqual(['It was paid meanwhile']);
  expect(list.fetched).toBe(1);
  const stale = await renderHook(() =>
    useAction(fail, { invalidates: [paymentLinks.list], evenIfFailed: true }),
  );
  expect(await act(() => stale.current.run())).toBeNull();
  expect(list.fetched).toBe(2);
});

test('a refused field is shown as a toast with its reason, not with the general message', async () => {
  const hook = await renderHook(() =>
    useAction(() => Promise.reject(refusal({ file: ['The file is too large'] }))),
  );
  await act(() => hook.current.run());
  expect(toasts()).toEqual(['The file is too large']);
});

test('a form receives the error and shows no toast', async () => {
  const error = refusal({ name: ['Required'] });
  const hook = await renderHook(() => useAction(() => Promise.reject(error)));
  await act(() => expect(hook.current.send()).rejects.toBe(error));
  expect(toasts()).toEqual([]);
});

test('a dismissed dialog shows nothing, and a quiet action leaves its message to the screen', async () => {
  const dismissed = await renderHook(() =>
    useAction(() => Promise.reject(new DOMException('', 'AbortError'))),
  );
  expect(await act(() => dismissed.current.run())).toBeNull();
  const quiet = await renderHook(() => useAction(async () => ({ message: 'Made' }), { quiet: true }));
  expect(await act(() => quiet.current.run())).toEqual({ message: 'Made' });
  expect(toasts()).toEqual([]);
});

test('an action is pending until the changed queries are refetched, but returns its reply before', async () => {
  const list = watchList();
  await vi.waitFor(() => expect(list.fetched).toBe(1));
  let release = () => {};
  list.held = new Promise((resolve) => {
    release = resolve;
  });
  const hook = await renderHook(() =>
    useAction(async () => ({ message: 'Saved' }), { invalidates: [paymentLinks.list] }),
  );
  expect(hook.current.isPending).toBe(false);
  await act(() => hook.current.run());
  expect(toasts()).toEqual(['Saved']);
  expect(hook.current.isPending).toBe(true);
  await act(async () => release());
  await vi.waitFor(() => act(async () => expect(hook.current.isPending).toBe(false)));
});

test('a change while the first response is under way: it is fetched once more, since it may be of before', async () => {
  let arrive = () => {};
  const underWay = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const list = watchList(underWay);
  const changed = invalidate(paymentLinks.list);
  arrive();
  await changed;
  expect(list.fetched).toBe(2);
});
