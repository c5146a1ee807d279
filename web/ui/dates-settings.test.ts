import dayjs from 'dayjs';
import { expect, test } from 'vitest';
import './dates-settings.tsx';

test.each([
  [0, '12:30 ص'],
  [11, '11:30 ص'],
  [12, '12:30 م'],
  [13, '01:30 م'],
  [23, '11:30 م'],
])('30 minutes past hour %i is %s in Arabic', (hour, said) => {
  expect(
    dayjs(new Date(2026, 10, 21, hour, 30))
      .locale('ar')
      .format('hh:mm A'),
  ).toBe(said);
});
