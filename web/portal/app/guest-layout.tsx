import { Outlet, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { fetchAhead } from '../../ui/fetch-ahead.ts';
import { notify } from '../../ui/notify.tsx';
import { fetchToasts } from '../../ui/provider.tsx';
import { AuthLayout } from '../auth/layout.tsx';

/** Loads what comes after sign-in while the user types. */
const fetchPortal = () => fetchAhead(() => Promise.all([fetchToasts(), import('./shell.tsx')]));

/** The frame of the screens before sign-in. */
export function GuestLayout() {
  const router = useRouter();
  // Toasts of one screen do not stay on the next.
  useEffect(
    () => router.subscribe('onBeforeNavigate', ({ pathChanged }) => pathChanged && notify.clear()),
    [router],
  );
  return (
    <div onInput={fetchPortal}>
      <AuthLayout>
        <Outlet />
      </AuthLayout>
    </div>
  );
}
