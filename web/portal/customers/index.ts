/** Exports customers to other nouns. Texts: catalogues `customers` and `import`. */
export { CustomerPicker } from './components/customer-picker.tsx';
