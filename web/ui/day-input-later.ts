/** The fields of days, whose calendar is loaded where one is shown; for a `Suspense`. */
import { lazy } from 'react';

export const DayRangeInput = lazy(() =>
  import('./day-input.tsx').then((module) => ({ default: module.DayRangeInput })),
);
export const DayInput = lazy(() =>
  import('./day-input.tsx').then((module) => ({ default: module.DayInput })),
);
