/** Exports approvals to other nouns. */
export { ApprovalSettings } from './components/approval-settings.tsx';
export { WaitingButton } from './components/waiting-button.tsx';
