import { ForbiddenPage, NotFoundPage } from '../../ui/page-states.tsx';
import { session } from '../shared/session.ts';
import { Shell } from './shell.tsx';

/** /403, inside the shell of who is signed in. */
export function ForbiddenScreen() {
  return session.get().token ? (
    <Shell>
      <ForbiddenPage />
    </Shell>
  ) : (
    <main>
      <ForbiddenPage />
    </main>
  );
}

/** /404, for visitors too. */
export function NotFoundScreen() {
  return session.get().token ? (
    <Shell>
      <NotFoundPage />
    </Shell>
  ) : (
    <main>
      <NotFoundPage />
    </main>
  );
}
