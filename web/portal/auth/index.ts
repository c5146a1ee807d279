/** What other nouns use of sign-in. Its texts are in the catalogue `auth`. */
export { PasswordCriteria, PasswordField } from './fields.tsx';
export { ProofModal } from './proof-modal.tsx';
export { stepUp, stepUpIfAsked } from './step-up.tsx';
