import { Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Announcer, ProgressBar } from '../../shared/frame.tsx';
import { setRouteTitle } from '../../shared/title.ts';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { anyCatalogue } from '../../ui/text-key.ts';

/** Wraps every screen: progress, title, announcements, and the error box for uncaught errors. */
export function Root() {
  const { t } = useTranslation('ops');
  const { pathname, moving, key } = useRouterState({
    select: (state) => ({
      pathname: (state.resolvedLocation ?? state.location).pathname,
      moving: state.isLoading,
      key: state.matches.findLast((match) => match.staticData.opsTitle)?.staticData.opsTitle,
    }),
    structuralSharing: true,
  });
  const title = key ? anyCatalogue(t)(key) : t('title');
  useEffect(() => setRouteTitle(title), [title]);
  return (
    <>
      <ProgressBar moving={moving} />
      <Announcer place={pathname} />
      <ErrorBoundary resetKey={pathname}>
        <Outlet />
      </ErrorBoundary>
    </>
  );
}
