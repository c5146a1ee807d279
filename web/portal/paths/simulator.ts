import { simulator } from '@daftar/contract/simulator';

export const simulatorPath = '/simulator';

/** Any one of them opens the screen; each part of it needs its own. */
export const SIMULATOR_PERMISSIONS = [simulator.payment.access, simulator.money.access] as const;
