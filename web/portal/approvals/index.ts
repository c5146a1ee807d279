/** Exports approvals to other nouns. */
import { lazy } from 'react';

export { prefetchWaiting } from './api.ts';
export { WaitingButton } from './components/waiting-button.tsx';

/** Loaded where it is shown: lists of money only need the button. */
export const ApprovalSettings = lazy(() => import('./components/approval-settings.tsx'));
