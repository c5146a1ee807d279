export { keepTold, personOf } from './keep.ts';
export { PushDevices } from './push-devices.tsx';
