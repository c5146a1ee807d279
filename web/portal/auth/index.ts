/** Exports sign-in parts to other nouns. Texts: catalogue `auth`. */
export { PasswordCriteria, PasswordField } from './fields.tsx';
export { ProofModal } from './proof-modal.tsx';
export { stepUp, stepUpIfAsked } from './step-up.tsx';
