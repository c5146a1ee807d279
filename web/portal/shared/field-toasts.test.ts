import { notificationsStore } from '@mantine/notifications';
import { beforeEach, expect, test } from 'vitest';
import { notify } from '../../ui/notify.tsx';
import { ApiError } from './call.ts';
import { toastFieldErrors } from './field-toasts.ts';

const shown = () => notificationsStore.getState().notifications.map(({ message }) => message);

beforeEach(() => notify.clear());

test('the first error of each field becomes a toast, and the form still shows all of them', () => {
  const errors = { product_code: ['Taken', 'Too long'], price: ['More than zero'] };
  expect(toastFieldErrors(new ApiError(422, { message: 'Look again', errors }))).toBe(false);
  expect(shown()).toEqual(['Taken', 'More than zero']);
});

test.each([new ApiError(400, { message: 'No' }), new Error('offline')])(
  '%s is shown by the form only',
  (error) => {
    expect(toastFieldErrors(error)).toBe(false);
    expect(shown()).toEqual([]);
  },
);
