import {
  type ComponentType,
  type ReactNode,
  startTransition,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { isDoorPath } from '../paths/auth.ts';
import { dashboardPath } from '../paths/dashboard.ts';
import { Announcer, ProgressBar } from '../shared/frame.tsx';
import { loadCatalogues } from '../shared/locale.ts';
import { takeNextPlace } from '../shared/next-place.ts';
import { notify } from '../shared/notify.ts';
import { session } from '../shared/session.ts';
import { setRouteTitle } from '../shared/title.ts';
import { AuthLayout } from './layout.tsx';
import LoginPage from './login-page.tsx';
import { type Carried, type Door, DoorContext, type Place, placeNow } from './place.tsx';

interface DoorScreen {
  title: string;
  page: () => Promise<{ default: ComponentType }>;
}

const SCREENS: Readonly<Record<string, DoorScreen>> = {
  login: { title: 'login.title', page: async () => ({ default: LoginPage }) },
  'sign-up': { title: 'signUp.title', page: () => import('./sign-up-page.tsx') },
  'verify-your-email': { title: 'verify.title', page: () => import('./verify-email-page.tsx') },
  'create-password': { title: 'create.title', page: () => import('./create-password-page.tsx') },
  'forget-password': { title: 'forgot.title', page: () => import('./forget-password-page.tsx') },
  'confirm-address': { title: 'address.title', page: () => import('./confirm-address-page.tsx') },
  'reset-password': { title: 'reset.title', page: () => import('./reset-password-page.tsx') },
};

const screenOf = (pathname: string) => SCREENS[pathname.split('/')[1] ?? ''];

/** Where a visitor is redirected: `enter` is into the portal, null is nowhere. */
function elsewhere({ pathname, search }: Place): '/login' | 'enter' | null {
  const [, first, second] = pathname.split('/');
  if (first === '') return session.get().token || session.mayResume() ? 'enter' : '/login';
  if (first === 'login') return session.get().token ? 'enter' : null;
  if (first === 'create-password') return search.email && search.token ? null : '/login';
  if (first === 'reset-password' || first === 'confirm-address') return second ? null : '/login';
  return null;
}

interface Shown {
  place: Place;
  Page: ComponentType;
}

/** What a place shows: catalogue and code, fetched together. */
async function open(place: Place): Promise<Shown | 'enter'> {
  const to = elsewhere(place);
  if (to === 'enter') return 'enter';
  if (to) {
    window.history.replaceState({}, '', to);
    return open(placeNow());
  }
  const screen = screenOf(place.pathname);
  if (!screen) return 'enter';
  const [module] = await Promise.all([screen.page(), loadCatalogues('auth')]);
  return { place, Page: module.default };
}

interface DoorProps {
  first: Shown;
  onEnter: () => void;
  onApproach: () => void;
}

/** Prepares a visitor's first screen; null when they belong in the portal. */
export async function prepareDoor(): Promise<Shown | null> {
  const shown = await open(placeNow());
  if (shown !== 'enter') return shown;
  if (isDoorPath(window.location.pathname)) window.history.replaceState({}, '', dashboardPath);
  return null;
}

/** Sign-in and onboarding. */
export function VisitorsDoor({ first, onEnter, onApproach }: DoorProps) {
  const [shown, setShown] = useState(first);
  const latest = useRef(0);

  const enter = useCallback(() => {
    window.history.replaceState({}, '', takeNextPlace());
    onEnter();
  }, [onEnter]);

  const show = useCallback(async () => {
    latest.current += 1;
    const mine = latest.current;
    const next = await open(placeNow());
    if (mine !== latest.current) return;
    if (next === 'enter') enter();
    else startTransition(() => setShown(next));
  }, [enter]);

  useEffect(() => {
    const moved = () => {
      if (isDoorPath(window.location.pathname)) void show();
      else window.location.reload();
    };
    window.addEventListener('popstate', moved);
    // Another tab signed in: this one need not ask again.
    const stop = session.subscribe((change) => {
      if (change === 'signed-in' && document.hidden) enter();
    });
    return () => {
      window.removeEventListener('popstate', moved);
      stop();
    };
  }, [show, enter]);

  const door: Door = useMemo(
    () => ({
      place: shown.place,
      go: (to: string, options: { replace?: boolean; carried?: Carried } = {}) => {
        notify.clear();
        const state = options.carried ?? {};
        if (options.replace) window.history.replaceState(state, '', to);
        else window.history.pushState(state, '', to);
        void show();
      },
      enter,
      approach: onApproach,
      prefetch: (to: string) => void screenOf(to)?.page(),
    }),
    [shown.place, show, enter, onApproach],
  );

  return (
    <DoorContext value={door}>
      <ProgressBar />
      <Named pathname={shown.place.pathname}>
        <AuthLayout>
          <ErrorBoundary resetKey={shown.place.pathname}>
            <shown.Page key={shown.place.pathname} />
          </ErrorBoundary>
        </AuthLayout>
      </Named>
    </DoorContext>
  );
}

/** Title, focus and announcement of a change of screen. */
function Named({ pathname, children }: { pathname: string; children: ReactNode }) {
  const { t } = useTranslation('auth');
  const key = screenOf(pathname)?.title;
  const title = key ? t(key) : '';
  useEffect(() => setRouteTitle(title), [title]);
  return (
    <>
      <Announcer place={pathname} />
      {children}
    </>
  );
}
