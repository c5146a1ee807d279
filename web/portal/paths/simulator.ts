import { simulator } from '@daftar/contract/simulator';
import { definePath } from '../../ui/define-path.ts';

export const simulatorPath = definePath('/simulator');

/** Any of them opens the screen; each part needs its own. */
export const SIMULATOR_PERMISSIONS = [simulator.payment.access, simulator.money.access] as const;
