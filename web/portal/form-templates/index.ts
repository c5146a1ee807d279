/** Templates of forms by name, for the screens of other nouns. Texts: catalogue `payables`. */
export { FormTemplates } from './templates-button.tsx';
