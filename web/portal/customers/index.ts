/** The front door of customers, for other nouns. Their words are in the catalogues `customers` and `import`. */
export { CustomerPicker } from './components/customer-picker.tsx';
