export { PushDevices } from './push-devices.tsx';
