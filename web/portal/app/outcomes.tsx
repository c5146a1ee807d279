import type { ReactNode } from 'react';
import { ForbiddenPage, NotFoundPage } from '../../ui/page-states.tsx';
import { session } from '../shared/session.ts';
import { Shell } from './shell.tsx';

/** Inside the shell of who is signed in; plain for visitors, who have no sidebar. */
function Anywhere({ children }: { children: ReactNode }) {
  return session.get().token ? <Shell>{children}</Shell> : <main>{children}</main>;
}

/** /403 */
export function ForbiddenScreen() {
  return (
    <Anywhere>
      <ForbiddenPage />
    </Anywhere>
  );
}

/** /404, also for every path that is not known. */
export function NotFoundScreen() {
  return (
    <Anywhere>
      <NotFoundPage />
    </Anywhere>
  );
}
