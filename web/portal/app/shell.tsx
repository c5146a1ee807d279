import '../../ui/styles/app.css';
import '../../ui/toasts.tsx';
import { SIMULATOR_ACCESS } from '@daftar/contract/access';
import { DOC_PAGES } from '@daftar/contract/docs';
import { ActionIcon, Drawer } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { IconChevronLeft, IconMenu2 } from '@tabler/icons-react';
import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { type ReactNode, startTransition, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBusy } from '../../shared/activity.ts';
import { useLocale } from '../../shared/locale.ts';
import { afterPaint } from '../../ui/after-paint.ts';
import { Brand } from '../../ui/brand.tsx';
import { useCurrentPath } from '../../ui/current-address.ts';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { formatDate } from '../../ui/format.ts';
import { setInputKeeper } from '../../ui/input-keeper.ts';
import { keptInput } from '../../ui/kept-input.ts';
import { useLazyMount, useOpenedAfterDraw } from '../../ui/lazy-mount.ts';
import { Link } from '../../ui/link.tsx';
import { type Path, targetOf } from '../../ui/path.ts';
import { ReadOnly } from '../../ui/read-only.ts';
import { anyCatalogue } from '../../ui/text-key.ts';
import { useOnline } from '../../ui/use-online.ts';
import { usePhone } from '../../ui/use-phone.ts';
import { NotificationsBell } from '../notifications/bell.tsx';
import { simulatorPath } from '../paths/simulator.ts';
import { SearchButton } from '../search/index.tsx';
import { useMerchant } from '../shared/merchant.ts';
import { useCan } from '../shared/permissions.ts';
import { queryClient } from '../shared/query-client.ts';
import { session, useSession } from '../shared/session.ts';
import { useCurrentTitleDetail } from '../shared/title-bar.ts';
import { BottomBar } from './bottom-bar.tsx';
import { CreateButton } from './create-button.tsx';
import { isCurrent, useNav, usePages } from './nav.ts';
import { listPathOf } from './screens.ts';
import classes from './shell.module.css';
import { Shortcuts } from './shortcuts.tsx';
import { Sidebar } from './sidebar.tsx';
import { Viewing } from './viewing.tsx';

/** Narrower than this after a resize, the menu closes. */
const COLLAPSE_BELOW = 767;

setInputKeeper(keptInput(session.who));

/** The frame of every screen after sign-in. */
export function Shell({ children }: { children?: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <Frame>{children ?? <Outlet />}</Frame>
      <Questions />
    </QueryClientProvider>
  );
}

/** After the first paint: the browser then has nothing better to do. */
function useWorker(): void {
  const merchant = useMerchant();
  const isKnown = merchant !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as soon as it is known who this is.
  useEffect(() => {
    if (import.meta.env.PROD && isKnown)
      afterPaint(
        () => void import('../worker/register.ts').then(({ registerWorker }) => registerWorker(merchant)),
      );
  }, [isKnown]);
}

/** Hosts `confirm` dialogs; mounted after the first paint. */
function Questions() {
  const [ready, setReady] = useState(false);
  useEffect(() => startTransition(() => setReady(true)), []);
  return ready && <ModalsProvider>{null}</ModalsProvider>;
}

function Frame({ children }: { children: ReactNode }) {
  const { t } = useTranslation('shell');
  const { isLive, isLooking } = useSession();
  const merchant = useMerchant();
  const phone = usePhone();
  useWorker();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  useEffect(() => {
    if (merchant) session.setMerchant(merchant);
  }, [merchant]);
  return (
    <>
      <a className={classes.skip} href="#main">
        {t('skip')}
      </a>
      <div className={classes.shell} data-test={!isLive || undefined}>
        {!isLive && !phone && <TestStrip />}
        <Menu>
          <Viewing />
          <Offline />
          <Main>
            <ErrorBoundary key={isLive ? 'live' : 'test'} resetKey={pathname}>
              <ReadOnly value={isLooking}>{children}</ReadOnly>
            </ErrorBoundary>
          </Main>
          <Copyright />
        </Menu>
        <Shortcuts />
      </div>
    </>
  );
}

/** Says that this is test mode, above everything. */
function TestStrip() {
  const { t } = useTranslation('shell');
  const can = useCan();
  return (
    <section className={classes.test} aria-label={t('test.title')}>
      <strong>{t('test.title')}</strong> <span>{t('test.text')}</span>
      {can(Object.values(SIMULATOR_ACCESS)) && (
        <Link to={simulatorPath} className={classes.simulate}>
          {t('test.simulate')}
        </Link>
      )}
    </section>
  );
}

/** The same on a phone: in the title bar, where it takes no line from a list. */
function TestMark() {
  const { t } = useTranslation('shell');
  const can = useCan();
  const look = { className: classes.mark, title: t('test.text'), children: t('test.title') };
  return can(Object.values(SIMULATOR_ACCESS)) ? <Link to={simulatorPath} {...look} /> : <strong {...look} />;
}

/** Shows while the connection is lost. */
function Offline() {
  const { t } = useTranslation('common');
  const online = useOnline();
  return (
    <div role="status">
      {!online && (
        <p className={classes.offline}>
          <strong>{t('offline.title')}</strong> {t('offline.text')}
        </p>
      )}
    </div>
  );
}

/** The screen itself. Only this re-renders when a request starts or ends. */
function Main({ children }: { children: ReactNode }) {
  const busy = useBusy();
  return (
    <main id="main" className={classes.main} tabIndex={-1} aria-busy={busy}>
      {children}
    </main>
  );
}

/** The sidebar beside the screen, or on a phone behind the hamburger. */
function Menu({ children }: { children: ReactNode }) {
  const { t } = useTranslation('shell');
  const phone = usePhone();
  const [open, setOpen] = useState(false);
  const [shouldMount] = useLazyMount(open);
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen closes the menu.
  useEffect(() => setOpen(false), [pathname]);
  useEffect(() => {
    if (!open) return;
    let width = window.innerWidth;
    const collapse = () => {
      // An on-screen keyboard changes only the height.
      if (window.innerWidth !== width && window.innerWidth < COLLAPSE_BELOW) setOpen(false);
      width = window.innerWidth;
    };
    window.addEventListener('resize', collapse);
    return () => window.removeEventListener('resize', collapse);
  }, [open]);
  const openMenu = useCallback(() => setOpen(true), []);
  const toggle = phone && (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={40}
      aria-label={t('menu.open')}
      aria-expanded={open}
      onClick={openMenu}
    >
      <IconMenu2 size={22} aria-hidden />
    </ActionIcon>
  );
  return (
    <>
      {!phone && (
        <aside className={classes.side} aria-label={t('menu.label')}>
          <Sidebar />
        </aside>
      )}
      <div className={classes.column}>
        <TitleBar toggle={toggle} />
        {children}
      </div>
      {phone && <BottomBar menuIsOpen={open} onMenu={openMenu} />}
      {shouldMount && <PhoneMenu opened={phone && open} onClose={() => setOpen(false)} />}
    </>
  );
}

function PhoneMenu({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('shell');
  return (
    <Drawer.Root opened={useOpenedAfterDraw(opened)} onClose={onClose} size="17rem">
      <Drawer.Overlay />
      <Drawer.Content aria-label={t('menu.label')}>
        <Drawer.Body className={classes.drawer}>
          <div className={classes.drawerHead}>
            <Brand />
            <Drawer.CloseButton aria-label={t('menu.close')} size={40} />
          </div>
          <Sidebar withBrand={false} />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}

const lastPaths = new Map<string, Path>();

/** The last search of each list, for going back to the same rows. */
function useLastPath(): (list: Path) => Path {
  const path = useCurrentPath();
  useEffect(() => {
    const { to } = targetOf(path);
    if (to.split('/').length === 2) lastPaths.set(to, path);
  }, [path]);
  return (list) => lastPaths.get(list) ?? list;
}

/** The title bar: back to the list, the title, and notifications. */
function TitleBar({ toggle }: { toggle: ReactNode }) {
  const { t } = useTranslation('shell');
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const { isLive } = useSession();
  const detail = useCurrentTitleDetail();
  const merchant = useMerchant();
  const nav = useNav();
  const pages = usePages();
  const back = pathname.split('/').length > 2;
  const parent = nav.find((entry) => isCurrent(entry, pathname));
  const lastPath = useLastPath();
  return (
    <section className={classes.bar} aria-label={t('bar')}>
      {toggle}
      {back ? (
        <Link to={lastPath(parent?.path ?? listPathOf(pathname))} className={classes.back}>
          <IconChevronLeft size={18} aria-hidden className="daftar-flip" />
          <span className={classes.backTo}>{parent ? anyCatalogue(t)(parent.label) : t('back')}</span>
        </Link>
      ) : (
        <p className={classes.business}>{toggle ? <Brand /> : merchant?.business_name}</p>
      )}
      {detail && (
        <p className={classes.detail}>
          {detail.title} <bdi>{detail.value}</bdi>
        </p>
      )}
      {toggle && !isLive && <TestMark />}
      <div className={classes.tools}>
        <SearchButton pages={pages} />
        <CreateButton />
        <NotificationsBell />
      </div>
    </section>
  );
}

function Copyright() {
  const { t } = useTranslation('shell');
  const locale = useLocale();
  const year = formatDate(new Date(), locale, 'year');
  return (
    <footer className={classes.footer}>
      <span>{t('copyright', { year })}</span>
      <nav aria-label={t('legal.label')}>
        {(['terms', 'privacy'] as const).map((page) => (
          <a key={page} href={`${DOC_PAGES[page]}?lang=${locale}`} target="_blank" rel="noopener noreferrer">
            {t(`legal.${page}`)}
          </a>
        ))}
      </nav>
    </footer>
  );
}
