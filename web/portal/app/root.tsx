import { Outlet, useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorBoundary } from '../../ui/page-states.tsx';
import { useBusy } from '../shared/activity.ts';
import { setRouteTitle } from '../shared/title.ts';
import classes from './root.module.css';

/** Around every screen: progress, title, announcements, and the box that an uncaught error leaves. */
export function Root() {
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  return (
    <>
      <ProgressBar />
      <RouteFollower />
      <ErrorBoundary resetKey={pathname}>
        <Outlet />
      </ErrorBoundary>
    </>
  );
}

/** A thin line while anything is in flight; quick answers never show it. */
function ProgressBar() {
  const busy = useBusy();
  const moving = useRouterState({ select: (state) => state.isLoading });
  return busy || moving ? <div className={classes.progress} aria-hidden /> : null;
}

/** After a change of screen: the tab's title, the focus on its h1, and its name said aloud. */
function RouteFollower() {
  const { t } = useTranslation();
  const router = useRouter();
  const key = useRouterState({
    select: (state) => state.matches.findLast((match) => match.staticData.title)?.staticData.title,
  });
  const title = key ? t(key) : '';
  const [said, setSaid] = useState('');
  useEffect(() => setRouteTitle(title), [title]);
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return;
        // A screen that took the focus itself (a form's first field) keeps it.
        const main = document.querySelector('main');
        if (!main?.contains(document.activeElement)) {
          const target = document.querySelector<HTMLElement>('h1[tabindex]') ?? main;
          target?.focus({ preventScroll: true });
        }
        setSaid(document.title);
      }),
    [router],
  );
  return (
    <div className={classes.said} role="status">
      {said}
    </div>
  );
}
