import { ops } from '@daftar/contract/ops';
import { ActionIcon, Drawer, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconChevronLeft, IconLogout, IconMenu2 } from '@tabler/icons-react';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBusy } from '../../shared/activity.ts';
import { Brand } from '../../ui/brand.tsx';
import { useCurrentPath } from '../../ui/current-address.ts';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { useLocale } from '../../ui/locale.ts';
import { type Path, targetOf } from '../../ui/path.ts';
import { anyCatalogue } from '../../ui/text-key.ts';
import { usePhone } from '../../ui/use-phone.ts';
import { signInPath } from '../paths/app.ts';
import { approvalsPath } from '../paths/approvals.ts';
import { call } from '../shared/call.ts';
import { useMaySee, useOperator } from '../shared/operator.ts';
import { queryClient } from '../shared/query.ts';
import { useRoleName } from '../shared/role-name.ts';
import { useWaitingCount } from '../shared/waiting.tsx';
import { setSignedIn } from '../shared/was-signed-in.ts';
import { placeOf } from './place.ts';
import { screens } from './screens.ts';
import classes from './shell.module.css';
import { Tools } from './tools.tsx';

/** The frame of every screen after sign-in: the menu of the operator's role beside it, on a phone behind a button. */
export function Shell() {
  const { t } = useTranslation('ops');
  const phone = usePhone();
  const busy = useBusy();
  const [open, setOpen] = useState(false);
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const back = useBack(pathname);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen closes the menu.
  useEffect(() => setOpen(false), [pathname]);
  return (
    <>
      <a className={classes.skip} href="#main">
        {t('skip')}
      </a>
      <div className={classes.shell}>
        {phone ? (
          <section className={classes.bar} aria-label={t('menu.label')}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={40}
              aria-label={t('menu.open')}
              aria-expanded={open}
              onClick={() => setOpen(true)}
            >
              <IconMenu2 size={22} aria-hidden />
            </ActionIcon>
            {back ? <BackLink {...back} /> : <Mark />}
          </section>
        ) : (
          <aside className={classes.side} aria-label={t('menu.label')}>
            <Menu />
          </aside>
        )}
        <main id="main" className={classes.main} tabIndex={-1} aria-busy={busy}>
          {!phone && back && <BackLink {...back} />}
          <ErrorBoundary resetKey={pathname}>
            <Outlet />
          </ErrorBoundary>
        </main>
      </div>
      <Drawer.Root opened={phone && open} onClose={() => setOpen(false)} size="17rem">
        <Drawer.Overlay />
        <Drawer.Content aria-label={t('menu.label')}>
          <Drawer.Body className={classes.drawer}>
            <div className={classes.drawerHead}>
              <Drawer.CloseButton aria-label={t('menu.close')} size={40} />
            </div>
            <Menu />
          </Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
    </>
  );
}

const lastPaths = new Map<string, Path>();

interface Back {
  to: Path;
  label: string;
}

/** What a screen that the menu does not list leads back to: a list with the rows that were shown last. */
function useBack(pathname: string): Back | undefined {
  const { t } = useTranslation('ops');
  const maySee = useMaySee();
  const path = useCurrentPath();
  useEffect(() => void lastPaths.set(targetOf(path).to, path), [path]);
  const { back } = placeOf(pathname);
  if (!back || !maySee(back.screen.permission)) return;
  return { to: lastPaths.get(back.to) ?? back.to, label: anyCatalogue(t)(back.screen.title) };
}

function BackLink({ to, label }: Back) {
  return (
    <Link to={to} className={classes.back}>
      <IconChevronLeft size={18} aria-hidden className="daftar-flip" />
      {label}
    </Link>
  );
}

/** The product's mark, marked as the provider's console. */
function Mark() {
  const { t } = useTranslation('ops');
  return (
    <span className={classes.mark}>
      <Brand /> <span className={classes.tag}>{t('title')}</span>
    </span>
  );
}

async function signOut(): Promise<void> {
  await call(ops.logout).catch(() => undefined);
  setSignedIn(false);
  queryClient.clear();
  // A full reload, so that nothing that was shown stays in memory.
  window.location.replace(`/ops${signInPath}`);
}

/** How many requests wait for the operator. */
function WaitingCount() {
  const { t } = useTranslation('ops');
  const locale = useLocale();
  const count = useWaitingCount();
  if (count === 0) return null;
  const number = formatNumber(count, locale);
  return (
    <span className={classes.count}>
      <span aria-hidden>{number}</span>
      <VisuallyHidden>{t('approvals.waitingCount', { count, number })}</VisuallyHidden>
    </span>
  );
}

function Menu() {
  const { t } = useTranslation('ops');
  const maySee = useMaySee();
  const operator = useOperator();
  const roleName = useRoleName();
  const list = useRef<HTMLUListElement>(null);
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const { menu: current } = placeOf(pathname);
  // The menu is longer than most windows: where one is, is in sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen is marked.
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <div className={classes.menu}>
      <Mark />
      <nav aria-label={t('menu.label')} className={classes.nav}>
        <ul className={classes.links} ref={list}>
          {screens.map(
            ({ path, title, icon: Icon, permission }) =>
              Icon &&
              maySee(permission) && (
                <li key={path}>
                  <Link
                    to={path}
                    className={classes.link}
                    aria-current={path === current ? 'page' : undefined}
                  >
                    <Icon size={18} stroke={1.6} />
                    {anyCatalogue(t)(title)}
                    {path === approvalsPath && <WaitingCount />}
                  </Link>
                </li>
              ),
          )}
        </ul>
      </nav>
      <div className={classes.foot}>
        {operator && (
          <p className={classes.who}>
            <bdi>{operator.email}</bdi>
            <span>{roleName(operator)}</span>
          </p>
        )}
        <div className={classes.tools}>
          <Tools />
          <UnstyledButton className={classes.logout} onClick={() => void signOut()}>
            <IconLogout size={18} aria-hidden className="daftar-flip" />
            {t('signOut')}
          </UnstyledButton>
        </div>
      </div>
    </div>
  );
}
