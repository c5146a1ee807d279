/** Who may be given work: the operators who hold a permission. */
export { type Colleague, listHolders, lockHolder } from './store.ts';
