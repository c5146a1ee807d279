import { simulator } from '@daftar/contract/simulator';

export const simulatorPath = '/simulator';

/** Any of them opens the screen; each part needs its own. */
export const SIMULATOR_PERMISSIONS = [simulator.payment.access, simulator.money.access] as const;
