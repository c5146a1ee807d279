/** The front door of approvals, for other nouns. */
export { WaitingButton } from './components/waiting-button.tsx';
