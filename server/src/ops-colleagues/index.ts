/** Operators to whom work can be assigned: the holders of a permission. */
export { type Colleague, listHolders, lockHolder } from './store.ts';
