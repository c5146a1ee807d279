import { Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Announcer, ProgressBar } from '../../shared/frame.tsx';
import { setRouteTitle } from '../../shared/title.ts';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { anyCatalogue } from '../../ui/text-key.ts';

/** Wraps every screen: progress, title, announcements, and the error box for uncaught errors. */
export function Root() {
  const { t } = useTranslation();
  const { pathname, moving, key } = useRouterState({
    select: (state) => ({
      // The place that is shown, not the one being loaded.
      pathname: (state.resolvedLocation ?? state.location).pathname,
      moving: state.isLoading,
      key: state.isLoading
        ? undefined
        : state.matches.findLast((match) => match.staticData.title)?.staticData.title,
    }),
    structuralSharing: true,
  });
  const title = key ? anyCatalogue(t)(key) : '';
  useEffect(() => {
    if (title) setRouteTitle(title);
  }, [title]);
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
