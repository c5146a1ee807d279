/** The front door of customers, for other nouns. Their words are in the catalogues `customers` and `import`. */
export { AddCustomerDrawer } from './components/customer-drawer.tsx';
export { CustomerPicker } from './components/customer-picker.tsx';
export { ImportCustomersButton } from './components/import-customers.tsx';
export { customerPath, customersPath } from './paths.ts';
