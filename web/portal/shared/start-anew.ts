import { auth } from '@daftar/contract/auth';
import { dashboardPath } from '../paths/dashboard.ts';
import { call } from './call.ts';
import { session } from './session.ts';

/**
 * Loads the portal anew after this session's permissions have changed: nothing that was shown with the earlier ones stays in
 * memory, and what the menu offers is right from the first screen on.
 */
export async function startAnew(): Promise<void> {
  try {
    session.setMerchant((await call(auth.me)).data);
  } finally {
    window.location.assign(dashboardPath);
  }
}
