/** What other nouns use of approvals. */
export { ApprovalSettings } from './components/approval-settings.tsx';
export { WaitingButton } from './components/waiting-button.tsx';
