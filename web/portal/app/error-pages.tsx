import type { ReactNode } from 'react';
import { ForbiddenPage, NotFoundPage } from '../../ui/page-states.tsx';
import { dashboardPath } from '../paths/dashboard.ts';
import { session } from '../shared/session.ts';
import { Shell } from './shell.tsx';

const HOME = { path: dashboardPath, label: 'goToDashboard' } as const;

/** Wraps a page in the shell when signed in; visitors see it without a sidebar. */
function MaybeShell({ children }: { children: ReactNode }) {
  return session.get().token ? <Shell>{children}</Shell> : <main>{children}</main>;
}

/** /403 */
export function ForbiddenScreen() {
  return (
    <MaybeShell>
      <ForbiddenPage home={HOME} />
    </MaybeShell>
  );
}

/** /404, also for every unknown path. */
export function NotFoundScreen() {
  return (
    <MaybeShell>
      <NotFoundPage home={HOME} />
    </MaybeShell>
  );
}
