/** Exports the simulator to other nouns. Its texts: catalogue `simulator`. */
export { SimulateMenu } from './components/simulate-menu.tsx';
