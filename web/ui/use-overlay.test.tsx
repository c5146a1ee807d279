import { act } from 'react';
import { expect, test } from 'vitest';
import { renderHook } from './testing/render.tsx';
import { useOverlay } from './use-overlay.ts';

test('nothing is rendered before the first opening, and the subject stays while the overlay closes', async () => {
  const overlay = await renderHook(() => useOverlay<{ id: number }>());
  expect(overlay.current.shown).toBeNull();
  expect(overlay.current.props.opened).toBe(false);
  await act(async () => overlay.current.open({ id: 7 }));
  expect(overlay.current.shown?.subject.id).toBe(7);
  expect(overlay.current.props.opened).toBe(true);
  await act(async () => overlay.current.props.onClose());
  expect(overlay.current.shown?.subject.id).toBe(7);
  expect(overlay.current.props.opened).toBe(false);
});

test('the subject may be null, as for a new object, and each opening has its own key', async () => {
  const overlay = await renderHook(() => useOverlay<string | null>());
  await act(async () => overlay.current.open(null));
  expect(overlay.current.shown).toEqual({ subject: null });
  const first = overlay.current.serial;
  await act(async () => overlay.current.props.onClose());
  expect(overlay.current.serial).toBe(first);
  await act(async () => overlay.current.open(null));
  expect(overlay.current.serial).not.toBe(first);
});

test('the functions are stable, so that table columns can hold them', async () => {
  const overlay = await renderHook(() => useOverlay<string>());
  const { open, props } = overlay.current;
  await act(async () => open('a'));
  expect(overlay.current.open).toBe(open);
  expect(overlay.current.props.onClose).toBe(props.onClose);
});
