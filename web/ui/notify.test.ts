import { notificationsStore } from '@mantine/notifications';
import { expect, test } from 'vitest';
import { notify } from './notify.tsx';

const shown = () =>
  notificationsStore.getState().notifications.map(({ message, autoClose }) => [message, autoClose]);

test('a toast stays three seconds, an error until it is dismissed or replaced', () => {
  notify.success('Saved');
  notify.info('Noted');
  expect(shown()).toEqual([
    ['Saved', 3000],
    ['Noted', 3000],
  ]);
  notify.error('Refused');
  notify.fieldError('Not this IBAN');
  expect(shown().slice(-2)).toEqual([
    ['Refused', false],
    ['Not this IBAN', 3000],
  ]);
  notify.clear();
  expect(shown()).toEqual([]);
});

test('the same message twice is one toast', () => {
  notify.success('Saved');
  notify.success('Saved');
  expect(shown()).toEqual([['Saved', 3000]]);
  notify.clear();
});
