/** The front door of sign-in, for other nouns. Their words are in the catalogue `auth`. */
export { PasswordCriteria, PasswordField } from './fields.tsx';
export { ProofModal } from './proof-modal.tsx';
export { stepUp } from './step-up.tsx';
