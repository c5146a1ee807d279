/** The front door of the simulator, for the shell. */
export { SIMULATOR_PERMISSIONS, simulatorPath } from './paths.ts';
