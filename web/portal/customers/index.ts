/** What other nouns use of customers. Its texts are in the catalogues `customers` and `import`. */
export { CustomerPicker } from './components/customer-picker.tsx';
